const place = (address) => { const { pathname, search } = new URL(address); return pathname + search; };

// A tap that waited for the one before it goes where its key leads by now, and the page stays put.
document.addEventListener("htmx:before:request", ({ target, detail: { ctx } }) => {
  if (!target.matches("a[href]")) return;
  ctx.request.action = place(target.href);
  ctx.request.anchor = "";
});

// Back or Forward while the page still loads changes its address only: htmx does not listen yet.
addEventListener("DOMContentLoaded", () => {
  const [{ name, redirectCount }] = performance.getEntriesByType("navigation");
  if (!redirectCount && place(name) !== place(location.href)) location.reload();
});
