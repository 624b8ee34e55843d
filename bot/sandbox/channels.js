// The channels of the offline Discord in a line above SimCord's page: each a link, with a dot where something is new.
const [secret, here = ""] = location.hash.slice(1).split(".");
const picker = document.getElementById("viewer-picker");
const bar = document.createElement("nav");
bar.id = "channels";
bar.setAttribute("aria-label", "Channels");
document.getElementById("toolbar").after(bar);

const seen = JSON.parse(localStorage.getItem("seen") ?? "{}");

function link({ id, name, last, viewers }, first) {
  const item = document.createElement("a");
  const viewer = viewers.includes(picker.value) ? picker.value : viewers[0];
  item.href = `#${secret}.${id}.${viewer}`;
  item.textContent = name;
  if (id === first) {
    item.setAttribute("aria-current", "page");
    seen[id] = last;
  } else if (last !== "0" && seen[id] !== last) {
    item.className = "new";
    item.title = "New messages";
  }
  return item;
}

async function show() {
  const answer = await fetch("/channels.json", { headers: { "X-Simcord-Capability": secret } }).catch(() => null);
  if (!answer?.ok) return;
  const channels = await answer.json();
  const current = channels.some(({ id }) => id === here) ? here : channels[0].id;
  const shown = JSON.stringify([channels, picker.value]);
  if (shown === bar.dataset.shown) return;
  bar.dataset.shown = shown;
  bar.replaceChildren(...channels.map((channel) => link(channel, current)));
  localStorage.setItem("seen", JSON.stringify(seen));
}

// Whoever is chosen stays chosen when the page is loaded again.
picker.addEventListener("change", () => {
  history.replaceState(null, "", `#${secret}.${here}.${picker.value}`);
  void show();
});
setInterval(show, 1500);
void show();
