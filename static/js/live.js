// Keeps a table's page current: by its stream, and by asking now and then where streams are
// blocked.

const RETRY = 1000, ASK = 10000, SETTLE = 200; // milliseconds
const feed = document.getElementById("live");
const news = document.getElementById("news");
let streaming = false;

const version = () => Number(document.getElementById("main").dataset.version);
const refresh = () => htmx.ajax("GET", location.href, {
  source: feed, target: "#main", select: "#main", swap: "outerMorph",
});

feed.addEventListener("htmx:sse:after:connection", () => { streaming = true; });
for (const lost of ["htmx:sse:error", "htmx:sse:close"]) {
  feed.addEventListener(lost, () => { streaming = false; });
}

// A scorer's page is told that something changed and asks for itself. What it changed itself it has
// seen already, once the answer to that is there.
feed.addEventListener("changed", ({ detail }) => setTimeout(() => {
  if (Number(detail.id) <= version()) return;
  refresh();
  news.textContent = JSON.parse(detail.data).said;
}, SETTLE));

// A stream that was refused at first is tried again.
const again = (event) => {
  if (event.target === feed && !streaming) setTimeout(() => feed.dispatchEvent(new CustomEvent("live:retry")), RETRY);
};
document.addEventListener("htmx:response:error", again);
document.addEventListener("htmx:error", again);

setInterval(() => { if (!streaming && !document.hidden) refresh(); }, ASK);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !streaming) refresh();
});
