// The service worker: the shell and the look-ups are there without a network, and every page that
// was opened is there as it was last seen. It never keeps what is written, streamed or asked by
// programs. VERSION and SHELL stand above this text: see companion/views/installed.py.

const SHELL_CACHE = `shell-${VERSION}`;
const PAGES = "pages";
const MOST_PAGES = 40;
const PATIENCE = 4000; // milliseconds until a copy is better than waiting
const ANY = { ignoreVary: true };

const left_alone = (url) => url.origin !== location.origin
  || url.pathname.startsWith("/api/") || url.pathname === "/healthz"
  || /\/(live|export|score)(\/|$)/.test(url.pathname);

// Nobody reads such a page now: what it was to say once is left to be said to somebody.
const for_later = (at) => new Request(at, { headers: { "Kept-For-Later": "1" } });
const fill = async () => (await caches.open(SHELL_CACHE)).addAll(SHELL.map(for_later));

async function translate() {
  await fill();
  const pages = await caches.open(PAGES);
  for (const at of SHELL) await pages.delete(at, ANY);
}

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name !== SHELL_CACHE && name !== PAGES) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  const { data, source } = event;
  if (data === "now") self.skipWaiting();
  else event.waitUntil(data === "in another language" ? translate() : seen(source.url, data));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (left_alone(url)) return;
  if (request.method !== "GET") {
    if (request.mode === "navigate") event.respondWith(sent(request));
  } else if (url.pathname.startsWith("/static/")) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(newest(event));
});

// A form that cannot be sent leaves its page as it is, with everything typed on it.
async function sent(request) {
  try {
    return await fetch(request);
  } catch {
    for (const client of await self.clients.matchAll()) client.postMessage("unsent");
    return new Response(null, { status: 204 });
  }
}

// A copy of a page of an earlier release asks for that release's files: this one's do as well.
const plain = (path) => path.replace(/\.[0-9a-f]{10}(?=\.)/, "");
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) return answer;
  const path = plain(new URL(request.url).pathname);
  const same = SHELL.find((at) => plain(at) === path);
  return (same && await caches.match(same)) || answer || Response.error();
}

// A page as it is now; the last copy when there is no network, or none worth waiting for.
async function newest(event) {
  const { request } = event;
  const late = new AbortController();
  const timer = setTimeout(async () => { if (await copy(request.url)) late.abort(); }, PATIENCE);
  try {
    const answer = await fetch(request, { signal: late.signal, referrer: request.referrer });
    if (answer.status >= 502 && answer.status <= 504) return await copy(request.url) ?? answer;
    const page = answer.headers.get("Content-Type")?.startsWith("text/html");
    if (page && answer.ok) event.waitUntil(keep(request.url, answer.clone()));
    return answer;
  } catch {
    return await copy(request.url) ?? await caches.match("/offline", ANY) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

// The page without what was asked of it is better than none. A copy says of itself that it is one.
async function copy(url) {
  const kept_in = [await caches.open(PAGES), await caches.open(SHELL_CACHE)];
  for (const at of [url, new URL(url).pathname]) {
    for (const cache of kept_in) {
      const found = await cache.match(at, ANY);
      if (found) return page((await found.text()).replace("<body", "<body data-copy"), found);
    }
  }
}

function page(html, like) {
  const headers = new Headers(like.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(html, { headers });
}

async function keep(at, answer) {
  const cache = await caches.open(PAGES);
  await cache.delete(at, ANY);
  await cache.put(at, answer);
  const pages = await cache.keys();
  for (const page of pages.slice(0, Math.max(0, pages.length - MOST_PAGES))) {
    await cache.delete(page);
  }
}

// A table changes while it is open. The first page lists it by now.
const listed = new Set();
async function seen(at, html) {
  await keep(at, page(html, await caches.match("/offline", ANY)));
  if (listed.has(at)) return;
  listed.add(at);
  await fetch(for_later("/")).then((answer) => answer.ok && keep("/", answer), () => {});
}
