import { Tree, ask, attempt, complain, count, dialog, duration, h, plural, short, tell } from "./parts.js";

/** The pixels between two values of a chart. */
const STEP = 4;

/** A small chart of the last values of a number. */
class Chart {
  constructor(label) {
    this.values = [];
    this.canvas = h("canvas", { width: "240", height: "56", role: "img" });
    this.value = h("output", {});
    this.label = label;
    this.element = h("figure", { class: "chart" }, h("figcaption", {}, label, this.value), this.canvas);
  }

  add(value, text) {
    this.values.push(value);
    if (this.values.length > 60) this.values.shift();
    this.value.textContent = text;
    this.canvas.setAttribute("aria-label", `${this.label}: ${text}`);
    const context = this.canvas.getContext("2d");
    const { width, height } = this.canvas;
    context.clearRect(0, 0, width, height);
    const top = Math.max(1, ...this.values);
    const style = getComputedStyle(this.canvas);
    context.strokeStyle = style.getPropertyValue("--accent");
    context.fillStyle = style.getPropertyValue("--soft");
    context.lineWidth = 2;
    context.beginPath();
    this.values.forEach((one, index) => {
      const x = width - 2 - (this.values.length - 1 - index) * STEP;
      const y = height - 3 - (one / top) * (height - 8);
      if (index) context.lineTo(x, y); else context.moveTo(x, y);
    });
    context.stroke();
    context.lineTo(width - 2, height);
    context.lineTo(width - 2 - (this.values.length - 1) * STEP, height);
    context.fill();
    // The latest value, which is seen before there is a line.
    const latest = height - 3 - (this.values.at(-1) / top) * (height - 8);
    context.fillStyle = style.getPropertyValue("--accent");
    context.beginPath();
    context.arc(width - 4, Math.max(4, latest), 4, 0, 7);
    context.fill();
  }
}

/** The running stores: a list, and all that is known about one of them. */
export class LiveView {
  title = "Stores";

  constructor(context) {
    this.context = context;
    this.search = h("input", {
      type: "search", id: "search", placeholder: "Name, key or type", autocomplete: "off",
      oninput: () => { this.from = 0; attempt(() => this.list()); },
    });
    this.total = h("p", { class: "muted", role: "status" });
    this.rows = h("ul", { class: "stores", "aria-label": "Stores" });
    this.pages = h("div", { class: "pages" });
    this.detail = h("div", { class: "detail" }, h("p", { class: "empty" }, "Waiting for a store’s first turn."));
    this.element = h("div", { class: "live" },
      h("section", { class: "panel list", "aria-label": "All stores" },
        h("div", { class: "field" }, h("label", { for: "search" }, "Find a store"), this.search), this.total, this.rows, this.pages),
      this.detail);
    this.from = 0;
    this.rows.addEventListener("keydown", (event) => this.move(event));
  }

  enter(run) {
    if (run === this.run) return;
    this.run = run || undefined;
    this.parts = undefined;
  }

  move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const links = [...this.rows.querySelectorAll("a")];
    const next = links[links.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    location.replace(next.hash);
  }

  async update() {
    await this.list();
    this.context.showLosses((await ask("summary")).timeline);
    if (this.run) await this.store();
  }

  async list() {
    const answer = await ask("stores", { search: this.search.value, from: this.from });
    const text = answer.count === answer.total ? plural(answer.total, "store") : `${count(answer.count)} of ${plural(answer.total, "store")}`;
    if (this.total.textContent !== text) this.total.textContent = text;
    if (!this.run && answer.stores.length) { this.run = answer.stores[0].run; this.parts = undefined; }
    // Rows are kept, so that neither the focus nor a click is lost.
    const known = new Map([...this.rows.children].map((row) => [row.dataset.run, row]));
    answer.stores.forEach((store, index) => {
      const row = known.get(store.run) ?? this.row(store);
      known.delete(store.run);
      row.link.querySelector(".facts").textContent =
        `${plural(store.turns, "turn")} · ${store.effects ? plural(store.effects, "effect") : "no effects"}${store.unsaved ? ` · ${count(store.unsaved)} unsaved` : ""}`;
      row.link.classList.toggle("busy", store.idle !== undefined && store.idle < 1e9);
      if (store.run === this.run) row.link.setAttribute("aria-current", "true"); else row.link.removeAttribute("aria-current");
      // Rows move only while nobody is among them.
      const isUsed = this.rows.matches(":hover, :focus-within");
      if (!row.isConnected) this.rows.append(row);
      else if (!isUsed && this.rows.children[index] !== row) this.rows.insertBefore(row, this.rows.children[index] ?? null);
    });
    for (const row of known.values()) row.remove();
    const [first, last] = [this.from + 1, this.from + answer.stores.length];
    if (answer.count > 100) {
      this.pages.replaceChildren(
        h("button", { type: "button", disabled: this.from === 0, onclick: () => this.turn(-100) }, "Previous"),
        h("span", { class: "muted" }, `${count(first)}–${count(last)}`),
        h("button", { type: "button", disabled: last >= answer.count, onclick: () => this.turn(100) }, "Next"));
    } else this.pages.replaceChildren();
  }

  turn(step) {
    this.from = Math.max(0, this.from + step);
    attempt(() => this.list());
  }

  row(store) {
    const link = h("a", { href: `#live/${store.run}` },
      h("strong", {}, store.name || short(store.type)), h("span", { class: "facts" }));
    const row = h("li", { "data-run": store.run }, link);
    row.link = link;
    return row;
  }

  async store() {
    const run = this.run;
    let store;
    try { store = await ask(`store/${run}`); } catch (error) {
      if (this.run !== run) return;
      this.detail.replaceChildren(h("p", { class: "empty" }, error.message));
      this.parts = undefined;
      return;
    }
    if (this.run !== run) return;
    if (!this.parts) this.make(store);
    this.show(store);
  }

  make(store) {
    const parts = {
      tree: new Tree("State", {
        load: (path, from) => ask(`part/${store.run}`, { path: JSON.stringify(path), from }),
      }),
      note: h("p", { class: "muted" }), scopes: h("ul", { class: "scopes" }), effects: h("tbody"),
      figures: h("dl", { class: "figures" }), histogram: h("div", { class: "histogram", role: "img" }),
      turns: new Chart("Turns per second"), running: new Chart("Running effects"), unsaved: new Chart("Unsaved turns"),
      headings: { scopes: h("h3", {}), effects: h("h3", {}) },
    };
    this.parts = parts;
    const send = store.maySend
      ? h("button", { type: "button", class: "primary", onclick: () => this.send(store) }, "Send an action") : null;
    const heading = h("header", { class: "heading" },
      h("div", {}, h("h2", {}, store.name || short(store.type)), h("p", { class: "muted" }, `${store.type} · made at ${store.location}`)), send);
    this.detail.replaceChildren(heading,
      h("section", { class: "panel state", "aria-label": "State" }, h("h3", {}, "State"), parts.note, h("div", { class: "scroll" }, parts.tree.element)),
      h("div", { class: "side" },
        h("section", { class: "panel", "aria-label": "Running effects" }, parts.headings.effects,
          h("div", { class: "scroll" }, h("table", { class: "effects" },
            h("thead", { class: "visually-hidden" }, h("tr", {}, h("th", { scope: "col" }, "Effect"), h("th", { scope: "col" }, "Age"), h("th", { scope: "col" }, "Actions"))), parts.effects))),
        h("section", { class: "panel", "aria-label": "Features" }, parts.headings.scopes, h("div", { class: "scroll" }, parts.scopes)),
        h("section", { class: "panel", "aria-label": "Statistics" }, h("h3", {}, "Statistics"),
          h("div", { class: "charts" }, parts.turns.element, parts.running.element, parts.unsaved.element),
          h("h4", {}, "Durations of turns"), parts.histogram, parts.figures)));
    this.last = undefined;
  }

  show(store) {
    const { parts } = this;
    const { figures } = store;
    const changes = store.changes ?? [];
    parts.note.textContent = store.stateProblem ? `The state can’t be encoded: ${store.stateProblem}`
      : store.stateTurn ? `After turn ${count(store.stateTurn)}, which changed ${plural(changes.length, "member")}`
        : store.state ? `At rest${changes.length ? `; ${plural(changes.length, "member")} changed since the last look` : ""}`
          : store.isAttached ? "" : "It is read in the store’s next turn. To see it at rest, attach the store.";
    parts.tree.show(store.state, changes);
    this.showEffects(store);
    parts.headings.scopes.textContent = `Features${store.scopeCount ? ` (${count(store.scopeCount)} with effects)` : ""}`;
    const presented = store.presented ?? [];
    const scopes = JSON.stringify([store.scopes.map(([name, , number, isDismissible]) => [name, number, isDismissible]), presented]);
    if (scopes !== this.scopes || !parts.scopes.children.length) {
      this.scopes = scopes;
      parts.scopes.replaceChildren(this.features(store, presented));
    }
    const now = performance.now();
    if (this.last) parts.turns.add(((figures.turns - this.last.turns) / (now - this.last.time)) * 1e3, count(Math.round(((figures.turns - this.last.turns) / (now - this.last.time)) * 1e3)));
    this.last = { turns: figures.turns, time: now };
    parts.running.add(store.effectCount, count(store.effectCount));
    parts.unsaved.add(figures.unsaved, count(figures.unsaved));
    this.showFigures(figures);
    this.element.dataset.updates = Number(this.element.dataset.updates ?? 0) + 1;
  }

  /** The features that are presented or have effects, as a tree. */
  features(store, presented) {
    const children = new Map();
    const place = (path) => {
      const known = children.get(path);
      if (known) return known;
      const end = path.lastIndexOf("/");
      const list = h("ul", {});
      const item = h("li", {}, h("span", {}, path === "/" ? "the root" : path.slice(end + 1)), list);
      const made = { item, list };
      children.set(path, made);
      if (path !== "/") place(end <= 0 ? "/" : path.slice(0, end)).list.append(item);
      return made;
    };
    const root = place("/");
    const isPresented = new Set(presented);
    const open = new Map(store.scopes.map(([path, ...rest]) => [path, rest]));
    for (const path of [...new Set([...open.keys(), ...presented])].sort()) {
      if (path === "/") continue;
      const { list } = place(path);
      const [age, number, isDismissible] = open.get(path) ?? [];
      const notes = [isPresented.has(path) ? "presented" : "", age === undefined ? "" : `effects since ${duration(age)}`].filter(Boolean).join(", ");
      list.before(h("span", { class: "muted" }, ` ${notes}`));
      if (isDismissible) {
        list.before(h("button", {
          type: "button", "aria-label": `Dismiss ${path}`,
          onclick: () => attempt(() => tell(`dismiss/${store.run}`, { scope: number })),
        }, "Dismiss"));
      }
    }
    return root.item;
  }

  showEffects(store) {
    const { parts } = this;
    parts.headings.effects.textContent = store.effectCount ? `Running effects (${count(store.effectCount)})` : "No running effects";
    const known = new Map([...parts.effects.children].map((row) => [row.dataset.id, row]));
    for (const effect of store.effects) {
      let row = known.get(effect.id);
      known.delete(effect.id);
      if (!row) {
        row = h("tr", { "data-id": effect.id },
          h("td", {}, h("strong", {}, effect.label), h("span", { class: "muted" },
            [`${effect.id} at ${effect.location}`, effect.scope === "/" ? "" : `in ${effect.scope}`,
              effect.ids.length ? `id ${effect.ids.join(", ")}` : "", `by ${short(effect.startedBy)}`].filter(Boolean).join(" · "))),
          h("td", { class: "number" }),
          h("td", {}, store.mayCancel ? h("button", {
            type: "button", "aria-label": `Cancel ${effect.label} ${effect.id}`,
            onclick: () => attempt(() => tell(`cancel/${store.run}`, { effect: effect.id })),
          }, "Cancel") : null));
        parts.effects.append(row);
      }
      row.children[1].textContent = duration(effect.age);
    }
    for (const row of known.values()) row.remove();
  }

  showFigures(figures) {
    const { parts } = this;
    const lines = [
      ["Turns", count(figures.turns)], ["Longest turn", duration(figures.longestTurn)],
      ["Effects started", count(figures.effectsStarted)], ["Failed", count(figures.effectsFailed)],
      ["Cancelled", count(figures.effectsCancelled)], ["Dropped actions", count(figures.dropped)],
      ["Inbox overflows", count(figures.overflows)], ["Dismissals", count(figures.dismissals)],
      ["Saves", count(figures.saves)], ["Last save waited", figures.saves ? duration(figures.lastSaveWait) : "—"],
    ];
    const text = JSON.stringify(lines);
    if (text === this.figures && parts.figures.children.length) return;
    this.figures = text;
    parts.figures.replaceChildren(...lines.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    const bars = figures.turnDurations;
    const [first, last] = [bars.findIndex(Boolean), bars.findLastIndex(Boolean)];
    const top = Math.max(...bars);
    parts.histogram.replaceChildren();
    parts.histogram.setAttribute("aria-label", first < 0 ? "No turns yet" : `Durations of turns between ${duration(2 ** first)} and ${duration(2 ** (last + 1))}`);
    for (let index = first; first >= 0 && index <= last; index += 1) {
      const bar = h("span", { title: `${count(bars[index])} turns of up to ${duration(2 ** (index + 1))}` });
      bar.style.height = `${bars[index] ? Math.max(4, (bars[index] / top) * 100) : 0}%`;
      parts.histogram.append(h("span", { class: "column" }, bar, h("small", {}, duration(2 ** (index + 1)))));
    }
  }

  send(store) {
    const text = h("textarea", { id: "action", rows: "10", spellcheck: "false" });
    text.value = store.samples[0] ?? "{}";
    const problem = h("p", { class: "mistake", role: "alert" });
    const form = h("form", { method: "dialog" },
      h("label", { for: "action" }, "The action as JSON, as a recording has it"), text, problem,
      store.samples.length > 1 ? h("div", { class: "samples" }, store.samples.map((sample) =>
        h("button", { type: "button", class: "quiet", onclick: () => { text.value = sample; text.focus(); } }, sample.slice(0, 60)))) : null,
      h("button", { class: "primary" }, "Send"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await tell(`send/${store.run}`, { action: JSON.parse(text.value) });
        element.close();
        complain();
      } catch (error) { problem.textContent = error.message; }
    });
    const element = dialog(`Send an action to ${store.name || short(store.type)}`, form);
    text.focus();
  }
}
