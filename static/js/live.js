// Keeps a table's page current: by its stream, and by asking now and then where no stream flows.

// All in milliseconds. A stream that flows is heard at least every 10 s; see BEAT_SECONDS.
const SETTLE = 200, RETRY = 2000, ASK = 10000, QUIET = 25000, PATIENCE = 8000;
const feed = document.getElementById("live");
const news = document.getElementById("news");
let connection = null; // of the stream
let heard = -QUIET; // when it last said anything
let told = { version: 0, said: "" }; // what a scorer's stream said last
let settling = 0;

const version = () => Number(document.getElementById("main").dataset.version);
const flows = () => performance.now() - heard < QUIET;
const busy = () => document.querySelector(".htmx-request") !== null;
const connect = () => feed.dispatchEvent(new CustomEvent("live:retry"));
const ask = () => htmx.ajax("GET", location.href, {
  source: news, target: "#main", select: "#main", swap: "outerMorph", timeout: PATIENCE,
});

feed.addEventListener("htmx:sse:after:connection", ({ detail }) => { connection = detail.connection; });
feed.addEventListener("htmx:sse:after:message", () => { heard = performance.now(); });

// A scorer's page is told that something changed and asks for itself; not for what it has changed
// itself, which the answer to that shows.
feed.addEventListener("changed", ({ detail }) => {
  told = { version: Number(detail.id), said: JSON.parse(detail.data).said };
  settle();
});
document.addEventListener("htmx:after:swap", () => { if (version() < told.version) settle(); });

function settle() {
  settling ||= setTimeout(() => {
    settling = 0;
    if (version() >= told.version) return;
    if (busy()) return settle();
    ask();
    if (told.said) news.textContent = told.said;
    told.said = "";
  }, SETTLE);
}

// What was asked or told may come late, or may be no page of a table at all. What shows no news
// leaves the page alone, with what is typed there. A message may leave out what is the same as in
// another version, which must be the one that is shown here.
document.addEventListener("htmx:before:swap", (event) => {
  const { sourceElement, text } = event.detail.ctx;
  if (sourceElement !== feed && sourceElement !== news) return;
  const found = /<main[^>]* data-version="(\d+)"/.exec(text);
  const same = / data-same="(\d+)"/.exec(text);
  const old = !found || Number(found[1]) <= version(), apart = same && Number(same[1]) !== version();
  if (old || apart) event.preventDefault();
  if (!old && apart) ask();
});
htmx.registerExtension("same", {
  htmx_before_morph_node: (_, { newNode }) => newNode.dataset?.same === undefined,
});

// A stream that was refused at first is tried again.
const again = ({ target }) => { if (target === feed) setTimeout(connect, RETRY); };
document.addEventListener("htmx:response:error", again);
document.addEventListener("htmx:error", again);

// Where nothing is heard, streams are blocked or the phone has changed its network.
setInterval(() => {
  if (document.hidden || flows()) return;
  ask();
  connection?.reader?.cancel();
  connect();
}, ASK);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !flows()) ask();
});
document.addEventListener("haggis:back", ask);

// What is shown now is what opens without a network.
let copying = 0;
function copy() {
  clearTimeout(copying);
  copying = setTimeout(async () => {
    if (busy()) return copy();
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage(`<!doctype html>${document.documentElement.outerHTML}`);
  }, SETTLE);
}
if (navigator.serviceWorker) {
  copy();
  document.addEventListener("htmx:after:swap", () => {
    document.body.dataset.at = new Date().toISOString();
    copy();
  });
}
