// Offers the names that were used before on this phone, and swaps two seats in place. Nothing of it
// leaves the phone.

const KEY = "names", MOST = 30;
const known = JSON.parse(localStorage.getItem(KEY) ?? "[]");
document.getElementById("known-names").replaceChildren(
  ...known.map((name) => Object.assign(document.createElement("option"), { value: name })),
);

document.addEventListener("submit", (event) => {
  if (event.target.id !== "new") return;
  const fields = [...event.target.querySelectorAll("[name^='/players/']")];
  if (event.submitter?.name === "swap") {
    event.preventDefault();
    const [one, other] = event.submitter.value.split(",").map((seat) => fields[seat]);
    [one.value, other.value] = [other.value, one.value];
  } else {
    const typed = fields.map((field) => field.value.trim()).filter(Boolean);
    localStorage.setItem(KEY, JSON.stringify([...new Set([...typed, ...known])].slice(0, MOST)));
  }
});
