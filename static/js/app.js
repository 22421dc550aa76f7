// What HTML cannot do by itself on the pages of a table.

// A typed field is saved by itself: only its own value is sent, not its neighbours'.
document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (!sourceElement.matches("input[hx-post]") || !(request.body instanceof FormData)) return;
  const own = new FormData();
  own.set("csrf_token", request.body.get("csrf_token"));
  const off = sourceElement.type === "checkbox" && !sourceElement.checked;
  own.set(sourceElement.name, off ? "false" : sourceElement.value);
  request.body = own;
});

// What somebody unfolded stays so while the page changes around it; a picker closes once it has
// been used.
let tapped = null;
let unfolded = [];
document.addEventListener("submit", (event) => { tapped = event.submitter; }, true);
document.addEventListener("htmx:before:swap", () => {
  unfolded = [...document.querySelectorAll("details[open][id]")]
    .filter((details) => "keep" in details.dataset || !details.contains(tapped))
    .map((details) => details.id);
});
document.addEventListener("htmx:after:swap", () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  tapped = null;
});
