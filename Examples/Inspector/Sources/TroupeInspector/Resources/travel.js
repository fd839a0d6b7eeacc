import { Tree, ask, attempt, brief, count, dialog, differences, duration, fill, h, plural, short, tell } from "./parts.js";

/** The turns of a recording, and the state after each. */
export class TravelView {
  title = "Time travel";

  constructor(context) {
    this.context = context;
    const { summary } = context;
    this.first = summary.first;
    this.last = summary.last;
    this.turn = undefined;
    this.slider = h("input", {
      type: "range", id: "turn", min: String(this.first), max: String(this.last), step: "1", value: String(this.first),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.number = h("input", {
      type: "number", id: "number", min: String(this.first), max: String(this.last), "aria-label": "Number of the turn",
      onchange: () => this.go(Number(this.number.value)),
    });
    const button = (label, text, action, key) => h("button", { type: "button", "aria-label": label, title: `${label}${key ? ` (${key})` : ""}`, onclick: action }, text);
    this.search = h("input", {
      type: "search", id: "find", placeholder: "Action, feature or request", autocomplete: "off",
      onkeydown: (event) => { if (event.key === "Enter") this.find(event.shiftKey); },
    });
    this.note = h("p", { class: "muted", role: "status" });
    const bar = h("section", { class: "panel scrubber", "aria-label": "Scrubber" },
      h("div", { class: "row" },
        h("div", { class: "group", role: "group", "aria-label": "Steps" },
          button("First turn", "|◀", () => this.go(this.first), "Home"), button("Previous turn", "◀", () => this.go(this.turn - 1), "←"),
          button("Next turn", "▶", () => this.go(this.turn + 1), "→"), button("Last turn", "▶|", () => this.go(this.last), "End")),
        h("label", { class: "inline" }, "Turn", this.number, h("span", { class: "muted" }, `of ${count(this.last)}`)),
        h("div", { class: "field wide" }, h("label", { for: "find", class: "visually-hidden" }, "Find a turn"), this.search),
        h("div", { class: "group", role: "group", "aria-label": "Matches" },
          button("Previous match", "←", () => this.find(true)), button("Next match", "→", () => this.find(false))),
        h("button", { type: "button", onclick: () => this.compare() }, "Compare…"),
        h("button", { type: "button", class: "primary", onclick: () => this.makeTest() }, "Make a test of this…")),
      h("label", { for: "turn", class: "visually-hidden" }, "Turn"), this.slider, this.note);
    this.rows = h("ol", { class: "turns", "aria-label": "Turns" });
    this.tree = new Tree("State", {
      load: (path, from) => ask("part", { turn: this.turn, path: JSON.stringify(path), from }),
      choose: (path) => this.findChange(path), chooseLabel: "Next change of",
    });
    this.stateTitle = h("h3", {}, "State");
    this.action = new Tree("Action");
    this.side = h("div", { class: "side" });
    this.element = h("div", { class: "travel" }, bar,
      h("section", { class: "panel list", "aria-label": "Turns" }, h("h3", {}, "Turns"), h("div", { class: "scroll" }, this.rows)),
      h("section", { class: "panel state", "aria-label": "State" }, this.stateTitle, h("div", { class: "scroll" }, this.tree.element)),
      this.side);
    this.element.addEventListener("keydown", (event) => this.press(event));
    this.onKey = (event) => { if (event.target === document.body) this.press(event); };
  }

  enter(turn) {
    document.addEventListener("keydown", this.onKey);
    const number = Number.parseInt(turn, 10);
    this.go(Number.isNaN(number) ? this.turn ?? this.first : number);
    if (this.context.summary.canReplay && this.divergence === undefined) attempt(() => this.checkDivergence());
  }

  leave() { document.removeEventListener("keydown", this.onKey); }

  press(event) {
    if (event.target.closest("input[type=search], input[type=number], textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step === undefined && !["Home", "End"].includes(event.key)) return;
    event.preventDefault();
    this.go(step === undefined ? (event.key === "Home" ? this.first : this.last) : this.turn + step);
  }

  /** Shows the state after a turn. While one is being read, only the last one that was asked for is read next. */
  go(turn) {
    const next = Math.max(this.first, Math.min(this.last, Math.round(turn) || 0));
    this.slider.value = String(next);
    this.slider.setAttribute("aria-valuetext", `After turn ${next}`);
    this.number.value = String(next);
    this.turn = next;
    if (!this.isLoading) attempt(() => this.load());
  }

  async load() {
    this.isLoading = true;
    try {
      let answer;
      do {
        answer = await ask("turn", { turn: this.turn });
      } while (answer.turn !== this.turn);
      this.show(answer);
      await this.list();
    } finally { this.isLoading = false; }
    if (this.shown.turn !== this.turn) await this.load();
  }

  show(answer) {
    this.shown = answer;
    const changes = answer.changes ?? [];
    this.stateTitle.textContent = answer.turn === this.first ? "State at the beginning" : `State after turn ${count(answer.turn)}`;
    const where = answer.label ? `${short(answer.label)}, ${duration(answer.time)} after the first turn: ${answer.changes ? plural(changes.length, "change") : "the recording doesn’t have its changes"}` : "The state before the first turn";
    this.note.textContent = answer.state ? where : `${where}. The recording has no state after this turn.`;
    this.tree.show(answer.state, changes);
    const fact = (name, value) => value === undefined ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value));
    const jump = (name, id) => id === undefined ? null : h("div", {}, h("dt", {}, name), h("dd", {}, h("button", { type: "button", class: "link", onclick: () => this.findText(id, true) }, id)));
    const canEdit = answer.json && this.context.summary.canReplay && !answer.isRedacted;
    fill(this.side,
      this.divergenceNote(),
      answer.label ? h("section", { class: "panel", "aria-label": "Action" }, h("h3", {}, short(answer.label)),
        h("dl", { class: "facts" }, fact("Reached the store", answer.origin), fact("Feature", answer.scope), fact("Id", answer.id),
          jump("Caused by", answer.cause), jump("Request", answer.root), answer.isRedacted ? fact("Redacted", "It isn’t reduced in a replay.") : null),
        answer.action ? h("div", {}, h("h4", {}, "Payload"), this.action.element) : null,
        canEdit ? h("button", { type: "button", onclick: () => this.edit(answer) }, "What if it had been another action…") : null) : null,
      changes.length ? h("section", { class: "panel", "aria-label": "Changes" }, differences(changes, `${plural(changes.length, "change")} in this turn`)) : null,
      answer.reads?.length ? h("section", { class: "panel", "aria-label": "Reads" }, h("h3", {}, "The reducer read"),
        h("dl", { class: "facts" }, answer.reads.map(([name, value]) => fact(name, brief(value))))) : null);
    if (answer.action) this.action.show(answer.action);
    this.element.dataset.turn = answer.turn;
    for (const row of this.rows.children) this.mark(row);
  }

  mark(row) {
    const isCurrent = Number(row.dataset.turn) === this.turn;
    if (isCurrent) row.firstChild.setAttribute("aria-current", "true"); else row.firstChild.removeAttribute("aria-current");
    if (isCurrent) row.scrollIntoView({ block: "nearest" });
  }

  async list() {
    // A page of turns around the current one.
    const start = Math.max(this.first, Math.floor((this.turn - 1) / 50) * 50 - 25);
    if (start === this.listed) return;
    const { turns } = await ask("turns", { after: start, limit: 100 });
    this.listed = start;
    this.rows.replaceChildren(...turns.map((turn) => h("li", { "data-turn": String(turn.turn) },
      h("button", { type: "button", onclick: () => this.go(turn.turn) },
        h("span", { class: "number" }, count(turn.turn)), h("span", { class: turn.isDismissal ? "dismissal" : "" }, short(turn.label)),
        h("span", { class: "muted" }, duration(turn.time))))));
    for (const row of this.rows.children) this.mark(row);
  }

  find(back) { return this.findText(this.search.value, back); }

  findText(text, back) {
    return attempt(async () => {
      const { turn } = await ask("search", { text, after: this.turn, back: back ? "" : undefined });
      if (turn === undefined) this.note.textContent = `No ${back ? "earlier" : "later"} turn matches “${text}”.`;
      else this.go(turn);
    });
  }

  findChange(path) {
    return attempt(async () => {
      const { turn, searchedTo } = await ask("search", { path: JSON.stringify(path), after: this.turn });
      if (turn !== undefined) this.go(turn);
      else this.note.textContent = `${path.join(".")} doesn’t change ${searchedTo === undefined ? "any more" : `up to turn ${count(searchedTo)}`}.`;
    });
  }

  compare() {
    const field = (id, label, value) => {
      const input = h("input", { type: "number", id, min: String(this.first), max: String(this.last) });
      input.value = String(value);
      return [h("label", { class: "inline" }, label, input), input];
    };
    const [from, first] = field("from", "After turn", Math.max(this.first, this.turn - 1));
    const [to, second] = field("to", "and after turn", this.turn);
    const result = h("div", { class: "scroll", role: "status" });
    const show = () => attempt(async () => {
      const { changes } = await ask("difference", { from: first.value, to: second.value });
      result.replaceChildren(differences(changes, plural(changes.length, "difference")));
    });
    first.addEventListener("input", show);
    second.addEventListener("input", show);
    dialog("Compare two states", h("div", { class: "row" }, from, to), result);
    first.focus();
    show();
  }

  makeTest() {
    const input = (id, type, value) => {
      const element = h("input", { type, id });
      element.value = String(value ?? "");
      return element;
    };
    const [from, to] = [input("test-from", "number", this.first), input("test-to", "number", this.turn || this.last)];
    const [feature, module] = [input("test-feature", "text"), input("test-module", "text")];
    const library = h("select", { id: "test-library" }, h("option", { value: "xctest" }, "XCTest"), h("option", { value: "testing" }, "Swift Testing"));
    const source = h("pre", { class: "source", tabindex: "0", "aria-label": "Source of the test" });
    const labelled = (label, element) => h("div", { class: "field" }, h("label", { for: element.id }, label), element);
    const show = () => attempt(async () => {
      const answer = await ask("test", { from: from.value, to: to.value, library: library.value, feature: feature.value || undefined, module: module.value || undefined });
      source.textContent = answer.source;
      feature.placeholder = answer.feature;
      module.placeholder = answer.module;
    });
    for (const element of [from, to, library, feature, module]) element.addEventListener("input", show);
    const copy = h("button", { type: "button", class: "primary", onclick: async () => {
      await navigator.clipboard.writeText(source.textContent);
      copy.textContent = "Copied";
    } }, "Copy");
    dialog("Make a test of this",
      h("p", { class: "muted" }, "The test replays the turns through your reducer, and asserts the state after the last one."),
      h("div", { class: "row" }, labelled("After turn", from), labelled("Through turn", to), labelled("Library", library), labelled("Feature", feature), labelled("Module", module)),
      source, copy);
    show();
  }

  edit(answer) {
    const text = h("textarea", { id: "edited", rows: "8", spellcheck: "false" });
    text.value = JSON.stringify(JSON.parse(answer.json), null, 2);
    const problem = h("p", { class: "mistake", role: "alert" });
    const result = h("div", { class: "scroll", role: "status" });
    const form = h("form", { method: "dialog" }, h("label", { for: "edited" }, `In place of the action of turn ${count(answer.turn)}`), text, problem,
      h("button", { class: "primary" }, "Replay"), result);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const found = await tell("what-if", { turn: answer.turn, action: JSON.parse(text.value), through: this.last });
        problem.textContent = "";
        const end = found.through === answer.turn ? null : found.finalChanges?.length
          ? differences(found.finalChanges, `After turn ${count(found.through)}: recorded, and as it would have been`)
          : h("p", { class: "muted" }, `After turn ${count(found.through)}, the state would have been the same.`);
        fill(result, differences(found.changes ?? [], `After turn ${count(found.turn)}: recorded, and as it would have been`), end);
      } catch (error) { problem.textContent = error.message; }
    });
    dialog("What if it had been another action", form);
    text.focus();
  }

  async checkDivergence() {
    this.divergence = null;
    this.divergence = await ask("divergence");
    if (this.shown) this.show(this.shown);
  }

  divergenceNote() {
    if (!this.context.summary.canReplay || !this.divergence) return null;
    if (this.divergence.turn === undefined) return h("p", { class: "note good" }, "Today’s reducer reproduces the recording.");
    return h("section", { class: "note bad", "aria-label": "Divergence" },
      h("button", { type: "button", class: "link", onclick: () => this.go(this.divergence.turn) }, `Today’s reducer diverges in turn ${count(this.divergence.turn)}`),
      h("pre", {}, this.divergence.text));
  }
}
