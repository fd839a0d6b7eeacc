import { ask, attempt, brief, count, duration, fill, h, plural, short, Tree } from "./parts.js";

const ROW = 22;
const HEAD = 30;
const SLOW = 16e6;

/**
 * The time line: slices on lanes, drawn on a canvas.
 *
 * It asks the server for twice what is visible, with a mark for every two pixels at most, and draws what it has
 * until the answer comes. So a frame takes the same time however many slices there are.
 */
export class TimelineView {
  title = "Timeline";

  constructor(context) {
    this.context = context;
    this.isLive = context.summary.mode === "live";
    this.follows = this.isLive;
    this.filter = "";
    this.view = undefined;
    this.tile = undefined;
    this.lane = 0;
    this.selected = undefined;
    this.frames = [];
    this.canvas = h("canvas", { tabindex: "0", role: "application", "aria-describedby": "timeline-keys" });
    this.canvas.setAttribute("aria-label", "Timeline");
    this.search = h("input", {
      type: "search", id: "filter", placeholder: "rows  >5ms  kind:effect  #id", autocomplete: "off",
      oninput: () => { this.filter = this.search.value; this.lane = 0; this.refresh(); },
      onkeydown: (event) => { if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1); },
    });
    this.status = h("p", { class: "muted", role: "status" });
    this.follow = this.isLive ? h("button", { type: "button", "aria-pressed": "true", onclick: () => this.setFollow(!this.follows) }, "Follow") : null;
    const tools = h("div", { class: "tools" },
      h("div", { class: "field wide" }, h("label", { for: "filter" }, "Filter by name, feature, store, duration, kind or request"), this.search),
      h("div", { class: "group", role: "group", "aria-label": "Matches" },
        h("button", { type: "button", onclick: () => this.step(-1), "aria-label": "Previous match" }, "←"),
        h("button", { type: "button", onclick: () => this.step(1), "aria-label": "Next match" }, "→")),
      h("div", { class: "group", role: "group", "aria-label": "Zoom" },
        h("button", { type: "button", onclick: () => this.zoom(2), "aria-label": "Zoom out" }, "−"),
        h("button", { type: "button", onclick: () => this.zoom(0.5), "aria-label": "Zoom in" }, "+"),
        h("button", { type: "button", onclick: () => this.all() }, "All")),
      this.follow);
    this.detail = h("aside", { class: "panel slice", "aria-label": "Selected", "aria-live": "polite" },
      h("p", { class: "empty" }, "Click a slice, or move to one with N and P."));
    this.surface = h("div", { class: "surface" }, this.canvas);
    this.element = h("div", { class: "timeline" },
      h("section", { class: "panel drawing", "aria-label": "Timeline" }, tools, this.surface,
        h("footer", {}, this.status, h("p", { class: "muted keys", id: "timeline-keys" }, "← → move · + − zoom · ↑ ↓ lanes · N P next and previous · 0 all · drag or scroll with the pointer"))),
      this.detail);
    this.payload = new Tree("Payload");
    // How long the last frames took, in milliseconds.
    this.element.frames = this.frames;
    this.listen();
    new ResizeObserver(() => { this.measure(); this.refresh(); }).observe(this.surface);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.colors(true));
  }

  enter() {
    this.measure();
    if (!this.view) this.all();
    else this.refresh();
  }

  async update() {
    if (this.follows) this.pendingFollow = true;
    await this.load();
  }

  setFollow(follows) {
    this.follows = follows && this.isLive;
    this.follow?.setAttribute("aria-pressed", this.follows);
  }

  measure() {
    const { clientWidth: width, clientHeight: height } = this.surface;
    const scale = devicePixelRatio || 1;
    this.size = { width: Math.max(200, width), height: Math.max(120, height) };
    this.gutter = Math.min(240, Math.round(this.size.width * 0.22));
    this.canvas.width = this.size.width * scale;
    this.canvas.height = this.size.height * scale;
    this.canvas.style.width = `${this.size.width}px`;
    this.canvas.style.height = `${this.size.height}px`;
    this.scale = scale;
    this.colors();
    this.draw();
  }

  colors(redraw) {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(name).trim();
    this.paint = {
      page: color("--surface"), stripe: color("--stripe"), text: color("--text"), muted: color("--muted"), line: color("--line"),
      accent: color("--accent"), slow: color("--bad"), on: color("--on-slice"), arrow: color("--arrow"),
      kinds: [color("--turn"), color("--action"), color("--effect"), color("--dismissal"), color("--bad"), color("--warn"), color("--bad"), color("--save"), color("--job")],
      font: `12px ${style.getPropertyValue("--sans")}`,
    };
    if (redraw) this.draw();
  }

  get rows() { return Math.ceil((this.size.height - HEAD) / ROW); }
  get width() { return this.size.width - this.gutter; }

  all() {
    this.wantsAll = true;
    this.setFollow(this.isLive);
    this.refresh();
  }

  /** Loads soon, after other changes of the view. */
  refresh() {
    this.redraw();
    this.wanted = true;
    if (!this.isLoading) attempt(() => this.load());
  }

  async load() {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      do {
        this.wanted = false;
        if (!this.view || this.wantsAll || this.pendingFollow) await this.fit();
        const { start, end } = this.view;
        // Half as much again on each side, with a mark for every two pixels.
        const margin = (end - start) / 2;
        const first = Math.max(0, Math.floor(this.lane) - 4);
        const tile = await ask("timeline", {
          start: Math.round(start - margin), end: Math.round(end + margin), width: Math.round(this.width),
          lane: first, lanes: this.rows + 10, filter: this.filter || undefined,
        });
        tile.first = first;
        this.take(tile);
        // What is drawn in the meantime is the last tile.
        if (this.wanted) await new Promise((done) => { setTimeout(done, 60); });
      } while (this.wanted);
    } finally { this.isLoading = false; }
    this.element.dataset.loaded = Number(this.element.dataset.loaded ?? 0) + 1;
  }

  async fit() {
    this.pendingFollow = false;
    const { timeline } = await ask("summary");
    const [start, end] = timeline.span;
    if (this.view && this.follows && !this.wantsAll) {
      const span = this.view.end - this.view.start;
      this.view = { start: end - span, end };
    } else {
      // A running program begins with its last ten seconds.
      const from = this.isLive ? Math.max(start, end - 10e9) : start;
      const margin = Math.max(1_000, (end - from) * 0.02);
      this.view = { start: from - margin, end: end + margin };
    }
    this.wantsAll = false;
    this.generation ??= timeline.generation;
  }

  take(tile) {
    if (tile.generation !== this.generation) {
      // The indices of slices have changed.
      this.generation = tile.generation;
      this.selected = undefined;
      this.links = undefined;
    }
    this.tile = tile;
    tile.texts = {};
    this.context.showLosses(tile);
    const found = tile.found === undefined ? plural(tile.slices, "slice") : `${count(tile.found)} of ${plural(tile.slices, "slice")}`;
    const text = `${found} on ${plural(tile.laneCount, "lane")}`;
    if (this.status.textContent !== text) this.status.textContent = text;
    this.lane = Math.max(0, Math.min(this.lane, tile.laneCount - 1));
    this.redraw();
  }

  redraw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => { this.isDrawing = false; this.draw(); });
  }

  x(time) { return this.gutter + ((time - this.view.start) / (this.view.end - this.view.start)) * this.width; }

  draw() {
    if (!this.view || !this.tile || !this.size) return;
    const begun = performance.now();
    const { paint, gutter } = this;
    const { width, height } = this.size;
    const context = this.canvas.getContext("2d", { alpha: false });
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    context.font = paint.font;
    context.textBaseline = "middle";
    context.fillStyle = paint.page;
    context.fillRect(0, 0, width, height);
    this.marks = 0;
    const texts = [];
    const names = [];
    const { tile } = this;
    const perPixel = (this.view.end - this.view.start) / this.width;
    tile.lanes.forEach((lane, index) => {
      const row = tile.first + index - this.lane;
      const top = HEAD + row * ROW;
      if (top + ROW < HEAD || top > height) return;
      // The first lane of a store has its name.
      const isFirst = tile.lanes[index - 1]?.run !== lane.run;
      if (isFirst) {
        context.fillStyle = paint.stripe;
        context.fillRect(0, top, width, ROW);
      }
      names.push({ lane, top, isFirst });
    });
    // The grid is below the slices.
    const ticks = this.ticks(perPixel);
    context.fillStyle = paint.line;
    for (const { x } of ticks) context.fillRect(x, HEAD, 1, height);
    for (const { lane, top } of names) this.drawLane(context, lane, top, perPixel, texts);
    context.fillStyle = paint.on;
    for (const { text, x, y, room } of texts) {
      // Without a clip, which takes long: what the letters need at most.
      const shown = text.length * 7 < room ? text : `${text.slice(0, Math.max(1, Math.floor(room / 7) - 1))}…`;
      context.fillText(shown, x + 5, y);
    }
    this.drawLinks(context);
    context.fillStyle = paint.page;
    context.fillRect(0, HEAD, gutter, height);
    for (const { lane, top, isFirst } of names) this.drawName(context, lane, top, isFirst);
    this.drawAxis(context, ticks);
    this.frames.push(performance.now() - begun);
    if (this.frames.length > 600) this.frames.shift();
    this.element.dataset.marks = this.marks;
  }

  /** A label without types, which is made once for each tile. */
  label(index) {
    const { texts, labels } = this.tile;
    return texts[index] ??= short(labels[index] ?? "");
  }

  drawLane(context, lane, top, perPixel, texts) {
    const { slices } = lane;
    const { start } = this.tile;
    const { paint, gutter } = this;
    const right = this.size.width;
    const tall = lane.kind === "marks" ? 6 : ROW - 6;
    let lastX = -1;
    let lastColor;
    for (let at = 0; at < slices.length; at += 7) {
      const from = this.x(slices[at] + start);
      const length = slices[at + 1];
      const to = length < 0 ? right : from + length / perPixel;
      if (to < gutter || from > right) continue;
      const left = Math.max(gutter, from);
      const room = Math.max(2, Math.min(right, to) - left);
      if (room <= 2 && Math.floor(left) === lastX) continue;
      lastX = Math.floor(left);
      const number = slices[at + 2];
      const kind = slices[at + 6];
      const isSlow = kind <= 1 && slices[at + 3] >= SLOW;
      const color = isSlow ? paint.slow : paint.kinds[kind];
      if (color !== lastColor) context.fillStyle = lastColor = color;
      if (room > 24 && number === 1) {
        context.beginPath();
        context.roundRect(left, top + 3, room - 1, tall, 3);
        context.fill();
      } else context.fillRect(left, top + 3, room > 4 ? room - 1 : room, tall);
      this.marks += 1;
      if (room > 34 && number === 1) texts.push({ text: this.label(slices[at + 5]), x: left, y: top + ROW / 2, room: room - 8 });
      if (slices[at + 4] === this.selected) this.selection = { left, room, top };
    }
    if (this.selection) {
      const { left, room, top } = this.selection;
      context.strokeStyle = paint.text;
      context.lineWidth = 2;
      context.strokeRect(left - 1, top + 2, room + 2, ROW - 4);
      this.selection = undefined;
    }
  }

  drawName(context, lane, top, isFirst) {
    const { paint, gutter } = this;
    context.fillStyle = isFirst ? paint.stripe : paint.page;
    context.fillRect(0, top, gutter, ROW);
    context.save();
    context.beginPath();
    context.rect(0, top, gutter - 8, ROW);
    context.clip();
    context.fillStyle = isFirst ? paint.text : paint.muted;
    const scope = lane.scope === "/" ? "" : `${lane.scope} `;
    const text = isFirst ? lane.store : lane.row ? "" : `${scope}${lane.kind}`;
    context.fillText(text, isFirst ? 12 : 24, top + ROW / 2);
    context.restore();
  }

  /** Where the axis has marks, about every 90 pixels. */
  ticks(perPixel) {
    const least = perPixel * 90;
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least);
    const ticks = [];
    for (let time = Math.ceil(this.view.start / step) * step; time < this.view.end; time += step) {
      const x = Math.round(this.x(time));
      const rounded = Math.round(time / step) * step;
      // Neighbors must differ: a duration has three digits.
      const text = step < 1e9 && Math.abs(rounded) > 100 * step && Math.abs(rounded) >= 1e9
        ? `${(rounded / 1e9).toFixed(Math.min(9, Math.ceil(9 - Math.log10(step))))} s` : duration(rounded);
      if (x >= this.gutter) ticks.push({ x, text });
    }
    return ticks;
  }

  drawAxis(context, ticks) {
    const { paint, gutter } = this;
    const { width, height } = this.size;
    context.fillStyle = paint.page;
    context.fillRect(0, 0, width, HEAD);
    context.fillStyle = paint.muted;
    for (const { x, text } of ticks) if (x + 60 < width) context.fillText(text, x + 5, HEAD / 2);
    context.fillStyle = paint.line;
    for (const { x } of ticks) context.fillRect(x, HEAD - 8, 1, 8);
    context.fillRect(gutter, 0, 1, height);
    context.fillRect(0, HEAD - 1, width, 1);
  }

  drawLinks(context) {
    if (!this.links) return;
    const { paint } = this;
    const place = ({ start, lane }) => ({ x: this.x(start), y: HEAD + (lane - this.lane) * ROW + ROW / 2 });
    context.save();
    context.beginPath();
    context.rect(this.gutter, HEAD, this.width, this.size.height);
    context.clip();
    context.strokeStyle = paint.arrow;
    context.fillStyle = paint.arrow;
    context.lineWidth = 1.5;
    for (const [from, to] of this.links) {
      if (from.lane < 0 || to.lane < 0) continue;
      const [a, b] = [place(from), place(to)];
      // What begins at once is below its cause.
      const bend = Math.min(80, Math.max(14, Math.abs(b.x - a.x) / 2));
      context.beginPath();
      context.moveTo(a.x, a.y);
      context.bezierCurveTo(a.x + bend, a.y, b.x - bend, b.y, b.x - 4, b.y);
      context.stroke();
      context.beginPath();
      context.moveTo(b.x, b.y);
      context.lineTo(b.x - 7, b.y - 4);
      context.lineTo(b.x - 7, b.y + 4);
      context.fill();
    }
    context.restore();
  }

  // Moving

  pan(part) { if (this.view) this.shift((this.view.end - this.view.start) * part); }

  shift(time) {
    if (!this.view) return;
    this.setFollow(false);
    this.view = { start: this.view.start + time, end: this.view.end + time };
    this.refresh();
  }

  zoom(factor, at = 0.5) {
    if (!this.view) return;
    const { start, end } = this.view;
    const span = Math.min(1e15, Math.max(200, (end - start) * factor));
    const center = start + (end - start) * at;
    if (at !== 1) this.setFollow(false);
    this.view = { start: center - span * at, end: center + span * (1 - at) };
    this.refresh();
  }

  scroll(lanes) {
    this.lane = Math.max(0, Math.min((this.tile?.laneCount ?? 1) - 1, this.lane + lanes));
    this.refresh();
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const actions = {
        ArrowLeft: () => this.pan(event.shiftKey ? -1 : -0.2), ArrowRight: () => this.pan(event.shiftKey ? 1 : 0.2),
        ArrowUp: () => this.scroll(-1), ArrowDown: () => this.scroll(1), PageUp: () => this.scroll(-this.rows), PageDown: () => this.scroll(this.rows),
        "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.all(),
        n: () => this.step(1), p: () => this.step(-1),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const at = Math.max(0, Math.min(1, (event.offsetX - this.gutter) / this.width));
      if (event.ctrlKey || event.metaKey || event.altKey) this.zoom(1.002 ** event.deltaY, at);
      else if (event.shiftKey) this.shift((event.deltaY / this.width) * (this.view.end - this.view.start));
      else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.shift((event.deltaX / this.width) * (this.view.end - this.view.start));
      else if (event.offsetX < this.gutter || (this.tile?.laneCount ?? 0) > this.rows) this.scroll(event.deltaY / ROW / 3);
      else this.zoom(1.002 ** event.deltaY, at);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      this.drag = { x: event.offsetX, y: event.offsetY, view: { ...this.view }, lane: this.lane };
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.drag) {
        const hit = this.hit(event);
        canvas.style.cursor = hit ? "pointer" : "grab";
        return;
      }
      const { x, y, view, lane } = this.drag;
      if (Math.abs(event.offsetX - x) + Math.abs(event.offsetY - y) > 4) this.drag.moved = true;
      if (!this.drag.moved) return;
      canvas.style.cursor = "grabbing";
      this.setFollow(false);
      const time = ((x - event.offsetX) / this.width) * (view.end - view.start);
      this.view = { start: view.start + time, end: view.end + time };
      this.lane = Math.max(0, Math.min((this.tile?.laneCount ?? 1) - 1, lane + (y - event.offsetY) / ROW));
      this.refresh();
    });
    canvas.addEventListener("pointerup", (event) => {
      const { drag } = this;
      this.drag = undefined;
      if (!drag || drag.moved) return;
      const hit = this.hit(event);
      if (!hit) return;
      if (hit.number > 1) this.zoom(0.25, (event.offsetX - this.gutter) / this.width);
      else attempt(() => this.select(hit.slice));
    });
    canvas.addEventListener("dblclick", (event) => this.zoom(0.5, (event.offsetX - this.gutter) / this.width));
  }

  /** The slice, or the first of several slices, at a place. */
  hit({ offsetX: x, offsetY: y }) {
    if (x < this.gutter || y < HEAD || !this.tile || !this.view) return undefined;
    const lane = this.tile.lanes[Math.floor((y - HEAD) / ROW + this.lane) - this.tile.first];
    if (!lane) return undefined;
    const perPixel = (this.view.end - this.view.start) / this.width;
    const { slices } = lane;
    for (let at = 0; at < slices.length; at += 7) {
      const left = this.x(slices[at] + this.tile.start);
      const right = slices[at + 1] < 0 ? this.size.width : Math.max(left + 2, left + slices[at + 1] / perPixel);
      if (x >= left - 2 && x <= right + 2) return { slice: slices[at + 4], number: slices[at + 2] };
    }
    return undefined;
  }

  /** Goes to the next or previous slice that the filter finds. */
  async step(direction) {
    await attempt(async () => {
      const found = await ask("find", { filter: this.filter, after: this.selected ?? (direction > 0 ? -1 : 2 ** 31 - 1), back: direction < 0 ? "" : undefined });
      if (found.slice === undefined) { this.status.textContent = "Nothing is found"; return; }
      await this.select(found.slice, true);
    });
  }

  async select(index, move) {
    const slice = await ask("slice", { slice: index });
    this.selected = index;
    this.links = [...this.pairs(slice)];
    if (move) this.show(slice);
    this.showDetail(slice);
    this.refresh();
  }

  * pairs(slice) {
    const chain = [...slice.causes, slice];
    for (let index = 1; index < chain.length; index += 1) yield [chain[index - 1], chain[index]];
    for (const result of slice.results) yield [slice, result];
  }

  show({ start, duration: length = 0, lane }) {
    this.setFollow(false);
    const span = this.view.end - this.view.start;
    if (start < this.view.start || start + length > this.view.end) this.view = { start: start - span * 0.3, end: start + span * 0.7 };
    if (lane >= 0 && (lane < this.lane || lane >= this.lane + this.rows - 1)) this.lane = Math.max(0, lane - 3);
  }

  showDetail(slice) {
    const link = (other) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => attempt(() => this.select(other.slice, true)) },
      h("span", { class: `swatch ${other.kind}` }), short(other.label)), h("span", { class: "muted" }, other.duration === undefined ? " running" : ` ${duration(other.start - slice.start)}`));
    const facts = [
      ["Kind", slice.kind], ["Store", slice.store], ["Feature", slice.scope], ["At", duration(slice.start)],
      ["Took", slice.duration === undefined ? "still runs" : duration(slice.duration)], ["Id", slice.id], ["Effect", slice.effect],
      ...slice.details.map(([name, value]) => [name[0].toUpperCase() + name.slice(1), value[0] === "s" ? value[1] : brief(value)]),
    ].filter(([, value]) => value !== undefined);
    const turn = slice.details.find(([name]) => name === "turn");
    fill(this.detail,
      h("h2", { tabindex: "-1" }, h("span", { class: `swatch ${slice.kind}` }), short(slice.label)),
      turn && this.context.summary.mode === "recording" ? h("p", {}, h("a", { href: `#travel/${turn[1][1]}` }, "See the state after it")) : null,
      h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value))))),
      slice.root ? h("p", {}, h("button", { type: "button", onclick: () => { this.search.value = `#${slice.root}`; this.filter = this.search.value; this.lane = 0; this.refresh(); } }, "Only what its request led to")) : null,
      slice.action ? h("div", {}, h("h3", {}, "Payload"), this.payload.element) : null,
      slice.causes.length ? h("div", {}, h("h3", {}, "Caused by"), h("ol", { class: "chain" }, slice.causes.map(link))) : null,
      slice.results.length ? h("div", {}, h("h3", {}, "Led to"), h("ol", { class: "chain" }, slice.results.map(link))) : null);
    if (slice.action) this.payload.show(slice.action);
  }
}
