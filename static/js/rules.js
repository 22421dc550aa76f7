// A tap that waited for the one before it goes where its key leads by now, and the page stays put.
document.addEventListener("htmx:before:request", ({ target, detail: { ctx } }) => {
  if (!target.matches("a[href]")) return;
  const { pathname, search } = new URL(target.href);
  ctx.request.action = pathname + search;
  ctx.request.anchor = "";
});
