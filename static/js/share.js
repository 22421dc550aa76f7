// Sends a link with the phone's own share sheet, or copies it where there is none.
for (const button of document.querySelectorAll("[data-share]")) {
  const url = document.getElementById(button.dataset.share);
  if (!navigator.share && !navigator.clipboard) continue; // only over HTTPS: the field can be copied
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (navigator.share) {
      await navigator.share({ title: button.dataset.title, url: url.value }).catch(() => {});
    } else {
      await navigator.clipboard.writeText(url.value);
      button.textContent = button.dataset.copied;
    }
  });
}
