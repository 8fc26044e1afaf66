/* Keeps the club's page fresh. Without this file the page loads itself anew every ten seconds. */
(() => {
  "use strict";

  const QUIET_MS = 40000; // the server gives a sign of life every 15 s
  const cards = document.getElementById("cards");
  const state = document.getElementById("link-state");
  const { tournament } = document.body.dataset;
  let heard = Date.now();
  let source = null;

  document.documentElement.classList.add("scripted");

  function show({ parts, gone }) {
    for (const [name, html] of Object.entries(parts)) {
      if (name === "order") continue;
      const id = `part-${name}`;
      let part = document.getElementById(id);
      if (!part && name.startsWith("table-")) {
        part = document.createElement("li");
        part.id = id;
        cards.append(part);
      }
      if (part) part.innerHTML = html;
    }
    for (const name of gone) document.getElementById(`part-${name}`)?.remove();
    if (parts.order) arrange(parts.order.split(","));
  }

  // Only what is out of place is moved, so that a screen reader keeps its place.
  function arrange(tables) {
    tables.forEach((table, index) => {
      const part = document.getElementById(`part-table-${table}`);
      if (part && cards.children[index] !== part) cards.insertBefore(part, cards.children[index]);
    });
  }

  function live(yes) {
    state.classList.toggle("lost", !yes);
    state.querySelector(".words").textContent = yes ? "Live" : "Connecting …";
  }

  function listen() {
    if (source) source.close();
    const query = tournament ? `?tournament=${encodeURIComponent(tournament)}` : "";
    source = new EventSource(`/events${query}`);
    heard = Date.now();
    source.addEventListener("open", () => { heard = Date.now(); live(true); });
    source.addEventListener("parts", (event) => { heard = Date.now(); live(true); show(JSON.parse(event.data)); });
    source.addEventListener("beat", () => { heard = Date.now(); });
    source.addEventListener("error", () => {
      live(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    });
  }

  setInterval(() => { if (Date.now() - heard > QUIET_MS) { live(false); listen(); } }, 5000);
  listen();
})();
