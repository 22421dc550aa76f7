// Says when there is no network, keeps what was typed, and catches up when it is back.

const AGAIN = 1000; // milliseconds between two looks whether the network is back
const PATIENCE = 8000; // milliseconds until no answer means no network
const mark = document.getElementById("offline");
const since = mark.querySelector("time");
const { dataset } = document.body;
let waiting = null;
let looks = 0;

const clock = (date) => date.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
const answers = () => fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })
  .then((answer) => answer.ok, () => false);

async function look() {
  if (document.hidden) return;
  const mine = looks += 1;
  const there = await answers();
  if (there && waiting) back();
  if (!there && !waiting && mine === looks) gone(); // not if a later look is under way
}

function gone() {
  const date = "copy" in dataset ? new Date(dataset.at) : new Date();
  since.dateTime = date.toISOString();
  since.textContent = clock(date);
  show(true);
  waiting = setInterval(look, AGAIN);
}

function back() {
  clearInterval(waiting);
  waiting = null;
  looks += 1;
  show(false);
  if (document.getElementById("no-network")) location.reload();
  else if ("copy" in dataset && !document.getElementById("live")) {
    htmx.ajax("GET", location.href, { target: "#main", select: "#main", swap: "outerMorph" });
  }
  delete dataset.copy;
  document.dispatchEvent(new CustomEvent("haggis:back"));
}

function show(offline) {
  mark.hidden = !offline;
  document.body.classList.toggle("is-offline", offline);
}

// The notice calls for attention once more.
function ask() {
  mark.classList.remove("asks");
  void mark.offsetWidth;
  mark.classList.add("asks");
}

show(false); // a copy may have been made while there was no network
if ("copy" in dataset) gone();
addEventListener("offline", () => { if (!waiting) gone(); });
addEventListener("online", look);
addEventListener("pageshow", look);
document.addEventListener("visibilitychange", look);
document.addEventListener("htmx:sse:error", look);
document.addEventListener("htmx:error", () => { if (waiting) ask(); else look(); });
navigator.serviceWorker?.addEventListener("message", () => { if (waiting) ask(); else gone(); });

// A form sent without a network would lose the page and everything typed on it.
document.addEventListener("submit", (event) => {
  if (!waiting) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask();
}, true);

// Installing, and a quiet word when a newer version is ready. Nothing reloads unasked, and a
// half-filled form is filled in again after it.
const FORM = "half-filled";
const fields = () => [...document.querySelectorAll("main :is(input:not([type=hidden], [type=file]), select)")];
const filled = JSON.parse(sessionStorage.getItem(FORM));
sessionStorage.removeItem(FORM);
if (filled?.at === location.href) {
  fields().forEach((field, i) => {
    const [name, value, checked] = filled.fields[i] ?? [];
    if (name === field.name) Object.assign(field, { value, checked });
  });
}

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
    document.addEventListener("haggis:back", update);
    addEventListener("pageshow", update);
    setInterval(update, 3600000);
    const { lang } = document.documentElement;
    if (!("copy" in dataset) && localStorage.getItem("lang") !== lang) {
      registration.active?.postMessage("in another language"); // the look-ups as well, from now on
      localStorage.setItem("lang", lang);
    }
    notice.querySelector("button").addEventListener("click", () => {
      const values = fields().map(({ name, value, checked }) => [name, value, checked]);
      sessionStorage.setItem(FORM, JSON.stringify({ at: location.href, fields: values }));
      if (!registration.waiting) location.reload(); // it was taken into use on another page
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      registration.waiting?.postMessage("now");
    });
  }
}
