// The service worker: the shell and the look-ups are there without a network, and every page that
// was opened is there as it was last seen. It never touches what is written, streamed or asked by
// programs. VERSION and SHELL stand above this text: see companion/views/installed.py.

const SHELL_CACHE = `shell-${VERSION}`;
const PAGES = "pages";
const MOST_PAGES = 40;
const PATIENCE = 4000; // milliseconds until a copy is better than waiting

const left_alone = (url) => url.origin !== location.origin
  || url.pathname.startsWith("/api/") || url.pathname === "/healthz"
  || /\/(live|export|score)(\/|$)/.test(url.pathname);

self.addEventListener("install", (event) => {
  // Nobody reads these pages now: what they were to say once is left to be said to somebody.
  const headers = { "Kept-For-Later": "1" };
  const pages = SHELL.map((at) => new Request(at, { headers }));
  event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.addAll(pages)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name !== SHELL_CACHE && name !== PAGES) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  if (event.data === "now") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || left_alone(url)) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(kept(request));
  else event.respondWith(newest(request));
});

const kept = async (request) => await caches.match(request) ?? fetch(request);

// A page as it is now; the last copy when there is no network, or none worth waiting for.
async function newest(request) {
  const copy = async () => await (await caches.open(PAGES)).match(request, { ignoreVary: true })
    ?? await caches.match(request, { ignoreVary: true })
    ?? await caches.match(request, { ignoreVary: true, ignoreSearch: true });
  const late = new AbortController();
  const timer = setTimeout(async () => { if (await copy()) late.abort(); }, PATIENCE);
  try {
    const answer = await fetch(request, { signal: late.signal, referrer: request.referrer });
    if (answer.ok && answer.headers.get("content-type")?.startsWith("text/html")) {
      await keep(request, answer.clone());
    }
    return answer;
  } catch {
    return await copy() ?? await caches.match("/offline") ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

async function keep(request, answer) {
  const cache = await caches.open(PAGES);
  await cache.delete(request);
  await cache.put(request, answer);
  const pages = await cache.keys();
  for (const page of pages.slice(0, Math.max(0, pages.length - MOST_PAGES))) {
    await cache.delete(page);
  }
}
