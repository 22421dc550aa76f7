// What HTML cannot do by itself on the pages of a table.

// A typed field is saved by itself: only its own value is sent, not its neighbours'. Each tap on the
// counting pad is one card more, however quickly it follows the last.
let counted = 0;
// While somebody types, the page may change around the field: what they typed was meant for the
// page they saw when they began.
let typing = {};
// What was sent with a whole form is not sent once more by itself.
let sent = new WeakMap();
document.addEventListener("htmx:error", () => { sent = new WeakMap(); });
document.addEventListener("focusin", ({ target }) => {
  const base = target.form?.elements.base?.value;
  typing = base && target.matches("input[hx-post]") ? { field: target, base } : {};
});
document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (!(request.body instanceof FormData)) return;
  if (request.body.has("more")) request.body.set("tap", counted += 1);
  for (const field of sourceElement.elements ?? []) sent.set(field, field.value);
  if (!sourceElement.matches("input[hx-post]")) return;
  const tick = sourceElement.type === "checkbox";
  if (!tick && sent.get(sourceElement) === sourceElement.value) return event.preventDefault();
  sent.delete(sourceElement);
  const own = new FormData();
  for (const name of ["csrf_token", "base", "key"]) own.set(name, request.body.get(name));
  if (typing.field === sourceElement) own.set("base", typing.base);
  own.set(sourceElement.name, tick && !sourceElement.checked ? "false" : sourceElement.value);
  request.body = own;
});

// What was typed without a network is sent when it is back.
document.addEventListener("haggis:back", () => {
  for (const field of document.querySelectorAll("input[hx-post]")) {
    const { type, value, defaultValue, checked, defaultChecked } = field;
    if (value === defaultValue && checked === defaultChecked) continue;
    field.dispatchEvent(new Event(type === "checkbox" ? "change" : "input", { bubbles: true }));
  }
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
  hold_focus();
});

// What a tap led to is in view: why it was refused, the result to look at, the totals after it.
const inView = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  const end = document.querySelector(".bar")?.getBoundingClientRect().top ?? innerHeight;
  return top >= 0 && bottom <= end;
};
document.addEventListener("htmx:after:swap", ({ detail }) => {
  const { request, response } = detail.ctx;
  const said = [...document.querySelectorAll("main .problem, main [role=alert]")];
  if (response?.status >= 400) {
    if (!said.some(inView)) said[0]?.scrollIntoView();
  } else if (request?.action.endsWith("/record")) {
    (document.getElementById("result") ?? document.body).scrollIntoView();
  }
});

// The focus is never lost: where its control is gone, closed away or switched off after a tap, it
// moves to the row or heading that the control belonged to.
let places = [];
document.addEventListener("htmx:before:swap", () => {
  const held = document.activeElement;
  places = [...document.querySelectorAll("main :is(h1, h2, h3, details)[id]")]
    .filter((place) => place === held
      || place.compareDocumentPosition(held) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map(({ id }) => id).reverse();
});
function hold_focus() {
  const held = document.activeElement;
  if (held.matches(":enabled, a, summary, [tabindex]") && held.checkVisibility()) return;
  const place = places.map((id) => document.getElementById(id)).find((one) => one?.checkVisibility());
  const holder = place?.querySelector("summary") ?? place;
  if (holder === place) place?.setAttribute("tabindex", "-1");
  holder?.focus({ preventScroll: true });
}

// A screen reader says what changes: what the page came with is told it once more, and what is to be
// put right first has the focus.
const said = document.getElementById("said")?.textContent.trim();
if (said) setTimeout(() => { document.getElementById("news").textContent = said; }, 500);
if (!document.getElementById("live")) {
  document.querySelector("main input[aria-invalid]")?.focus();
  const wrong = document.querySelector("main .problem");
  if (wrong && !inView(wrong)) wrong.scrollIntoView({ block: "center" });
}

// A tap that was recorded is felt, where the phone can and motion is welcome.
document.addEventListener("htmx:after:request", ({ detail }) => {
  const { request, response } = detail.ctx;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (request.method === "POST" && response?.raw.ok && !still) navigator.vibrate?.(10);
});

// Moments are written in UTC; a phone shows them by its own clock.
const { lang } = document.documentElement;
const clock = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, {
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
});
function tellTime() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = clock.format(new Date(time.dateTime));
  }
}
tellTime();
document.addEventListener("htmx:after:swap", tellTime);
