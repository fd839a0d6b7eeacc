import { ask, complain, count, h } from "./parts.js";
import { LiveView } from "./live.js";
import { TimelineView } from "./timeline.js";
import { TravelView } from "./travel.js";

const main = document.getElementById("main");
const pause = document.getElementById("pause");
const connection = document.getElementById("connection");
let views = {};
let current;
let isPaused = false;

function showConnection(text, state) {
  if (connection.textContent !== text) connection.textContent = text;
  connection.className = `dot ${state}`;
}

function showLosses(timeline) {
  const losses = document.getElementById("losses");
  const parts = [];
  if (timeline.dropped) parts.push(`${count(timeline.dropped)} events dropped`);
  if (timeline.forgotten) parts.push(`${count(timeline.forgotten)} forgotten`);
  losses.hidden = !parts.length;
  losses.textContent = parts.join(", ");
}

async function poll() {
  if (!isPaused && !document.hidden && current?.update) {
    try {
      await current.update();
      showConnection("Connected", "on");
    } catch (error) {
      if (error instanceof TypeError) showConnection("The program doesn't answer", "off");
      else if (error.name !== "AbortError") complain(error);
    }
  }
  setTimeout(poll, 300);
}

function route() {
  const [, name, rest] = /^#?(\w*)\/?(.*)$/.exec(location.hash) ?? [];
  const view = views[name] ?? Object.values(views)[0];
  if (view !== current) {
    current?.leave?.();
    current = view;
    main.replaceChildren(view.element);
    for (const link of document.querySelectorAll("#views a")) {
      if (link.hash === `#${view.name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
  view.enter?.(decodeURIComponent(rest ?? ""));
}

async function start() {
  const summary = await ask("summary");
  document.title = `${summary.title} · Inspector`;
  document.getElementById("title").textContent = summary.title;
  const context = { summary, showLosses };
  if (summary.mode === "live") views.live = new LiveView(context);
  if (summary.mode === "recording") views.travel = new TravelView(context);
  views.timeline = new TimelineView(context);
  for (const [name, view] of Object.entries(views)) view.name = name;
  document.getElementById("views").replaceChildren(...Object.values(views).map((view) =>
    h("li", {}, h("a", { href: `#${view.name}` }, view.title))));
  document.getElementById("redacted").hidden = summary.mode !== "live" || summary.showsPayloads;
  pause.hidden = summary.mode !== "live";
  showLosses(summary.timeline);
  showConnection("Connected", "on");
  addEventListener("hashchange", route);
  route();
  if (summary.mode === "live") poll();
  document.documentElement.dataset.ready = "true";
}

pause.addEventListener("click", () => {
  isPaused = !isPaused;
  pause.setAttribute("aria-pressed", isPaused);
  pause.textContent = isPaused ? "Resume" : "Pause";
  showConnection(isPaused ? "Paused" : "Connected", isPaused ? "paused" : "on");
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    const search = main.querySelector("input[type=search]");
    if (search) { event.preventDefault(); search.focus(); search.select(); }
    return;
  }
  const name = { 1: 0, 2: 1 }[event.key];
  const view = name === undefined ? undefined : Object.keys(views)[name];
  if (view) location.hash = `#${view}`;
});

start().catch(complain);
