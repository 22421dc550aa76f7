// Keeps the screen on while a table lies on it; the switch is remembered on this phone.

const KEY = "keep-awake";
const row = document.getElementById("awake");
const box = row.querySelector("input");
let lock = null;

async function hold() {
  if (!box.checked || document.hidden || lock) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null); // refused with a low battery
  lock?.addEventListener("release", () => { lock = null; });
}

if (navigator.wakeLock) { // only over HTTPS
  row.hidden = false;
  box.checked = localStorage.getItem(KEY) !== "no";
  box.addEventListener("change", () => {
    localStorage.setItem(KEY, box.checked ? "yes" : "no");
    if (box.checked) hold(); else lock?.release();
  });
  document.addEventListener("visibilitychange", hold);
  hold();
}
