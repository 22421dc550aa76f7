// Offers to install the app where that can be done, and never again once it was answered.

const KEY = "install";
const hint = document.getElementById("install");
const [install, refuse] = hint.querySelectorAll("button");
let offer = null; // the browser's own

function answered() {
  localStorage.setItem(KEY, "answered");
  hint.hidden = true;
}

if (!localStorage.getItem(KEY)) {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    hint.hidden = install.hidden = false;
  });
  if (navigator.standalone === false) { // iOS, in its browser: only by hand
    hint.hidden = hint.querySelector(".by-hand").hidden = false;
  }
}
addEventListener("appinstalled", answered);
refuse.addEventListener("click", answered);
install.addEventListener("click", () => {
  answered();
  offer.prompt();
});
