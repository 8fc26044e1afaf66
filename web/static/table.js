/* Keeps the table screen fresh and sends its forms in the background.
   The page works without this file: forms post and the server sends back to the table. */
(() => {
  "use strict";

  const QUIET_MS = 40000; // the server gives a sign of life every 15 s
  const RETRY_MS = 3000;
  const byId = (id) => document.getElementById(id);
  const regions = new Map(
    [...document.querySelectorAll("[data-region]")].map((el) => [el.dataset.region, el]),
  );
  const shown = new Map([...regions].map(([name, el]) => [name, el.innerHTML.trim()]));
  let picture = null;
  let lights = [];
  let lastId = document.body.dataset.stream || "";
  const { seat } = document.body.dataset; // undefined on the table screen

  document.documentElement.classList.add("scripted");

  /* ---- regions ---------------------------------------------------------- */

  function show(update) {
    for (const [name, sent] of Object.entries(update.regions || {})) {
      const html = asParsed(sent);
      if (regions.has(name) && shown.get(name) !== html) replace(name, html);
    }
    if (update.title) document.title = update.title;
  }

  // The browser writes HTML in its own way, so compare like with like.
  function asParsed(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.innerHTML.trim();
  }

  function replace(name, html) {
    const region = regions.get(name);
    const focus = region.contains(document.activeElement) ? focusKey(document.activeElement) : null;
    const closed = new Set();
    const open = new Set();
    region.querySelectorAll("details[id]").forEach((d) => (d.open ? open : closed).add(d.id));
    region.innerHTML = html;
    shown.set(name, html);
    region.querySelectorAll("details[id]").forEach((d) => {
      if (d.name === "fix") return; // a mended die must not stay open over the next roll
      if (open.has(d.id)) d.open = true;
      if (closed.has(d.id)) d.open = false;
    });
    prepare(region);
    if (focus) {
      const again = [...region.querySelectorAll("button, a[href], input, summary, select")];
      const found = again.find((el) => focusKey(el) === focus && !el.disabled);
      if (found) found.focus({ preventScroll: true });
    }
  }

  function focusKey(el) {
    return [el.id, el.name, el.getAttribute("aria-label") || el.textContent.trim()].join("|");
  }

  function prepare(root) {
    root.querySelectorAll("img").forEach((img) => {
      const settled = (missing) => {
        img.classList.toggle("missing", missing);
        delete img.dataset.loading;
        refresh(img);
      };
      img.addEventListener("error", () => settled(true));
      img.addEventListener("load", () => settled(false));
      if (img.complete && !img.naturalWidth) img.classList.add("missing");
      refresh(img);
    });
    root.querySelectorAll("[data-address]").forEach((el) => {
      if (!/^(localhost|127\.|\[)/.test(location.host)) el.textContent = location.host + el.dataset.address;
    });
    drawLights();
    selectTarget();
    const slot = root.querySelector("[data-slot]");
    if (slot) showPad(slot);
  }

  // One picture at a time: a slow network shows fewer of them, never a queue of old ones.
  function refresh(img) {
    if (!("live" in img.dataset) || picture === null || "loading" in img.dataset) return;
    const wanted = `/tray.jpg?n=${picture}`;
    if (img.getAttribute("src") === wanted) return;
    img.dataset.loading = "";
    img.src = wanted;
  }

  /* ---- the stream ------------------------------------------------------- */

  let source = null;
  let heard = Date.now();

  function connect() {
    if (source) source.close();
    source = new EventSource(`/events?after=${encodeURIComponent(lastId)}${seat ? `&seat=${seat}` : ""}`);
    const on = (name, use) =>
      source.addEventListener(name, (event) => {
        heard = Date.now();
        if (event.lastEventId) lastId = event.lastEventId;
        linkState(true);
        use(JSON.parse(event.data));
      });
    on("regions", show);
    on("picture", (serial) => {
      picture = serial;
      document.querySelectorAll("img[data-live]").forEach(refresh);
    });
    on("lights", (colours) => {
      lights = colours;
      drawLights();
    });
    on("beat", () => {});
    source.addEventListener("open", () => {
      heard = Date.now();
      linkState(true);
    });
    source.addEventListener("error", () => {
      linkState(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
    });
  }

  function linkState(live) {
    const el = byId("link-state");
    if (!el) return;
    el.classList.toggle("lost", !live);
    const words = live ? "Live" : "Connecting…";
    const place = el.querySelector(".words");
    if (place.textContent !== words) place.textContent = words;
  }

  setInterval(() => {
    if (Date.now() - heard > QUIET_MS) {
      heard = Date.now();
      linkState(false);
      connect();
    }
  }, 5000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - heard > QUIET_MS / 2) connect();
  });

  function drawLights() {
    document.querySelectorAll("[data-lights]").forEach((svg) => {
      const wanted = lights.length;
      svg.toggleAttribute("hidden", wanted === 0);
      svg.setAttribute("viewBox", `0 0 ${Math.max(wanted, 1) * 20} 20`);
      while (svg.childElementCount > wanted) svg.lastChild.remove();
      while (svg.childElementCount < wanted) {
        const lamp = document.createElementNS("http://www.w3.org/2000/svg", "circle");
        lamp.setAttribute("cx", String(svg.childElementCount * 20 + 10));
        lamp.setAttribute("cy", "10");
        lamp.setAttribute("r", "7");
        svg.append(lamp);
      }
      lights.forEach((rgb, i) => svg.children[i].setAttribute("fill", `rgb(${rgb.join(",")})`));
    });
  }

  /* ---- sending ---------------------------------------------------------- */

  let sending = false;

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    event.preventDefault();
    if (sending) return;
    sending = true;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    if ("handed" in document.body.dataset) body.set("handed", "1");
    document.body.classList.add("sending");
    try {
      const answer = await fetch(form.getAttribute("action"), { // a field may be called action
        method: "POST",
        headers: { Accept: "application/json" },
        body,
      });
      const sent = await answer.json();
      if (sent.go) return location.replace(sent.go);
      show(sent);
      notice(sent.ok ? "" : sent.notice || (sent.error && sent.error.message));
    } catch {
      notice("The table cannot be reached. Nothing was changed; try again in a moment.");
    } finally {
      sending = false;
      document.body.classList.remove("sending");
    }
  });

  function notice(text) {
    const el = byId("notice");
    el.querySelector("p").textContent = text || "";
    el.hidden = !text;
    if (text) el.scrollIntoView({ block: "nearest" });
  }

  /* ---- taps ------------------------------------------------------------- */

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest(selector);
    if (hit("[data-close-notice]")) return notice("");
    const opener = hit("[data-open]");
    if (opener) {
      event.preventDefault();
      return open(opener.dataset.open);
    }
    const presser = hit("[data-press]");
    if (presser) {
      event.preventDefault();
      const button = byId(presser.dataset.press);
      if (button && !button.disabled) button.click();
      return;
    }
    const target = hit("[data-target]");
    if (target) {
      event.preventDefault();
      return choose(target.dataset.target);
    }
    const key = hit("[data-value]");
    if (key) return enter(key.closest("[data-entry]"), key.dataset.value);
    const clear = hit("[data-clear]");
    if (clear) {
      const slots = clear.closest("[data-entry]").querySelectorAll("[data-slot]");
      slots.forEach((slot) => (slot.value = ""));
      showPad(slots[0]);
      return slots[0].focus();
    }
    // A tap beside an open die closes it.
    document.querySelectorAll("details.die[open]").forEach((die) => {
      if (!die.contains(event.target)) die.open = false;
    });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const die = document.querySelector("details.die[open]");
      if (die) {
        die.open = false;
        die.querySelector("summary").focus();
      }
    }
    const svgLink = event.target.closest && event.target.closest("a[data-target], a[data-open], a[data-press]");
    if (svgLink && event.key === " ") {
      event.preventDefault();
      svgLink.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });

  function open(id) {
    const place = byId(id);
    if (!place) return;
    document.querySelectorAll("details.die[open]").forEach((d) => (d.open = d === place));
    const holder = place.closest("details.edit");
    if (holder) holder.open = true;
    if (place.matches("details")) place.open = true;
    const first = place.querySelector(".values button, select");
    if (first) first.focus({ preventScroll: true });
    (place.querySelector(".values") || place).scrollIntoView({ block: "nearest" });
  }

  /* Wall: the chosen space stays chosen while it can be reached. */
  let chosen = null;

  function choose(id) {
    chosen = id;
    selectTarget();
    const panel = byId(id);
    if (panel) panel.scrollIntoView({ block: "nearest" });
  }

  function selectTarget() {
    const panels = [...document.querySelectorAll("[data-target-panel]")];
    if (!panels.length) return;
    if (!panels.some((p) => p.id === chosen)) chosen = null;
    const now = chosen || panels[0].id;
    panels.forEach((p) => p.classList.toggle("chosen", p.id === now));
    document.querySelectorAll("[data-target]").forEach((el) => {
      el.classList.toggle("chosen", el.dataset.target === now);
      if (el.hasAttribute("aria-pressed")) {
        el.setAttribute("aria-pressed", String(el.dataset.target === now));
      }
    });
  }

  /* ---- typing and tapping dice ------------------------------------------ */

  function fits(slot) {
    const top = Number(slot.dataset.top);
    if (!top) return slot.value !== "";
    const n = Number(slot.value);
    return Number.isInteger(n) && n >= 1 && n <= top;
  }

  function complete(slot) {
    // 1 may still become 12 on a d20; 6 on a d6 cannot grow.
    const top = Number(slot.dataset.top);
    return top > 0 && fits(slot) && Number(slot.value) * 10 > top;
  }

  function next(slot) {
    const slots = [...slot.closest("[data-entry]").querySelectorAll("[data-slot]")];
    const after = slots.slice(slots.indexOf(slot) + 1).find((s) => !s.value);
    const free = after || slots.find((s) => !s.value);
    return free || slot.closest("[data-entry]").querySelector("button.primary");
  }

  function enter(form, value) {
    const slots = [...form.querySelectorAll("[data-slot]")];
    const pad = [...form.querySelectorAll("[data-pad]")].find((p) => !p.hidden);
    const kind = pad && pad.dataset.pad;
    const now =
      form.querySelector("[data-slot].now") ||
      slots.find((s) => !s.value && (!kind || s.dataset.kind === kind));
    if (!now) return;
    now.value = value;
    now.setCustomValidity("");
    showPad(next(now));
  }

  function showPad(slot) {
    const form = slot.closest("[data-entry]");
    form.querySelectorAll("[data-slot]").forEach((s) => s.classList.toggle("now", s === slot));
    const done = !slot.matches("[data-slot]");
    form.classList.toggle("complete", done);
    if (done) return;
    form.querySelectorAll("[data-pad]").forEach((p) => (p.hidden = p.dataset.pad !== slot.dataset.kind));
  }

  document.addEventListener("focusin", (event) => {
    const slot = event.target.closest("[data-slot]");
    if (!slot) return;
    showPad(slot);
    slot.select();
  });

  document.addEventListener("input", (event) => {
    const slot = event.target.closest("[data-slot]");
    if (!slot) return;
    const wrong = slot.value !== "" && !fits(slot);
    slot.setCustomValidity(wrong ? `A number from 1 to ${slot.dataset.top}, please.` : "");
    if (wrong) return slot.reportValidity();
    if (complete(slot)) {
      const after = next(slot);
      showPad(after);
      after.focus();
    }
  });

  prepare(document);
  connect();
})();
