import BrowserTesting

extension Tab {
  /// Walks over the page with the keyboard, and returns what is wrong on the way: an element that isn't
  /// reached, that comes too early or too late, or that doesn't show the focus.
  func walk() async throws -> [String] {
    _ = try await value(Self.begin, Bool.self)
    var found: [String] = []
    for _ in 0..<100 {
      try await press("Tab", 9)
      let step = try await value(Self.step)
      if step == "end" { return found + (try await value("walk.rest()", [String].self)) }
      if !step.isEmpty { found.append(step) }
    }
    return found + ["The keyboard doesn't come to the end."]
  }

  /// Stops animations, so that elements that they remove stay.
  func stopTime() async throws {
    try await browser.call("Animation.enable", in: session)
    try await browser.call("Animation.setPlaybackRate", ["playbackRate": 0], in: session)
  }

  private static let begin = #"""
    (() => {
      // In front of everything.
      const start = Object.assign(document.createElement("span"), { tabIndex: -1 });
      document.body.prepend(start);
      start.focus();
      const name = (element) => element.outerHTML.slice(0, 140);
      const expected = [...document.querySelectorAll("a[href], button, input, select")].filter((element) =>
        element.checkVisibility() && !element.disabled && element.type !== "hidden"
        && (element.type !== "radio" || element.checked));
      let last = null;
      globalThis.walk = {
        rest: () => expected.map((element) => `not reached: ${name(element)}`),
        step() {
          const element = document.activeElement;
          if (expected.length === 0 || element === document.body || element === start) return "end";
          const next = expected.shift();
          if (element !== next) return `out of order: ${name(element)}, not ${next && name(next)}`;
          const style = getComputedStyle(element);
          if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return `no outline: ${name(element)}`;
          const box = element.getBoundingClientRect();
          const place = { top: box.top + scrollY, bottom: box.bottom + scrollY, left: box.left };
          if (box.top < -1 || box.bottom > innerHeight + 1) return `not in view: ${name(element)} ${box.top} to ${box.bottom} of ${innerHeight}`;
          const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
          if (!element.contains(top) && !top?.contains(element)) return `covered: ${name(element)}`;
          // From top to bottom in each section, and in a line from left to right.
          const section = element.closest("section, header, li, .heading") ?? document.body;
          const before = last?.section === section ? last.place : null;
          last = { section, place };
          if (!before) return "";
          if (place.bottom <= before.top) return `above the last: ${name(element)}`;
          if (place.bottom <= before.bottom && place.left < before.left) return `left of the last: ${name(element)}`;
          return "";
        },
      };
      return true;
    })()
    """#

  private static let step = "walk.step()"
}
