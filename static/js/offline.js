// Says when there is no network, keeps what was typed, and catches up when it is back.

const AGAIN = 2000; // milliseconds between two looks whether the network is back
const mark = document.getElementById("offline");
const since = mark.querySelector("time");
let waiting = null;

const clock = (date) => date.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
const answers = () => fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false);

async function look() {
  if (document.hidden) return;
  const there = await answers();
  if (there && waiting) back();
  if (!there && !waiting) gone();
}

function gone() {
  const seen = new Date(document.body.dataset.at);
  const copy = Date.now() - seen > 60000 && performance.now() < 60000;
  const date = copy ? seen : new Date();
  since.dateTime = date.toISOString();
  since.textContent = clock(date);
  mark.hidden = false;
  document.body.classList.add("is-offline");
  waiting = setInterval(look, AGAIN);
}

function back() {
  clearInterval(waiting);
  waiting = null;
  mark.hidden = true;
  document.body.classList.remove("is-offline");
  document.dispatchEvent(new CustomEvent("haggis:back"));
}

addEventListener("offline", gone_once);
function gone_once() { if (!waiting) gone(); }
addEventListener("online", look);
addEventListener("pageshow", look);
document.addEventListener("visibilitychange", look);
document.addEventListener("htmx:error", look);

// A form sent without a network would lose the page and everything typed on it.
document.addEventListener("submit", (event) => {
  if (!waiting || event.target.method !== "post") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  mark.classList.remove("asks");
  void mark.offsetWidth; // the notice calls for attention once more
  mark.classList.add("asks");
}, true);

// Installing, and a quiet word when a newer version is ready. Nothing reloads unasked.
if ("serviceWorker" in navigator) {
  const notice = document.getElementById("newer");
  const registration = await navigator.serviceWorker
    .register("/sw.js", { updateViaCache: "none" }).catch(() => null);
  const tell = () => { if (registration.waiting && navigator.serviceWorker.controller) notice.hidden = false; };
  if (registration) {
    tell();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", tell);
    });
    const update = () => document.hidden || registration.update().catch(() => {});
    document.addEventListener("visibilitychange", update);
    addEventListener("pageshow", update);
    notice.querySelector("button").addEventListener("click", () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      registration.waiting?.postMessage("now");
    });
  }
}
