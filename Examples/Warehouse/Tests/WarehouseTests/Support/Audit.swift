import BrowserTesting

/// Checks in the browser whether everyone can read a page, and use it with a finger and with the keyboard.
struct Audit {
  /// The minimum size of each target of a finger or a pointer, in pixels. WCAG requires 24.
  let target: Int

  /// An expression for what is wrong with the page: an array of texts.
  var expression: String {
    """
    (() => {
      const found = [];
      const note = (rule, element, text = "") =>
        found.push(`${rule}: ${element.outerHTML.slice(0, 140)} ${text}`.trim());
      const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
      const all = [...document.querySelectorAll("body, body *")].filter(isShown);
    \(Self.colours)
    \(Self.structure)
    \(Self.sizes(target))
      return found;
    })()
    """
  }

  /// Each text, with its background, and the edges of fields.
  private static let colours = #"""
      const parse = (text) => {
        const parts = text.match(/^rgba?\(([^)]+)\)$/)?.[1].split(/[ ,/]+/).map(Number);
        if (!parts) throw new Error(`The colour ${text} can't be read.`);
        return { rgb: parts.slice(0, 3), alpha: parts[3] ?? 1 };
      };
      const over = (top, below) => top.rgb.map((value, index) => value * top.alpha + below[index] * (1 - top.alpha));
      const behind = (element) => {
        if (!element) return [255, 255, 255];
        const style = getComputedStyle(element);
        if (style.backgroundImage !== "none") note("background-image", element);
        const colour = parse(style.backgroundColor);
        return colour.alpha === 1 ? colour.rgb : over(colour, behind(element.parentElement));
      };
      const light = (rgb) => {
        const [r, g, b] = rgb.map((value) => value / 255)
          .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      const opacity = (element) => element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
      const checkText = (element, style) => {
        if (opacity(element) !== 1) return note("opacity", element);
        const ratio = contrast(over(parse(style.color), behind(element)), behind(element));
        if (ratio < 4.5) note("contrast", element, ratio.toFixed(2));
      };
      for (const element of all) {
        const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
        if (texts.length > 0 || element.matches("input:not([type=radio], [type=checkbox]), select")) {
          checkText(element, getComputedStyle(element));
        }
        for (const part of ["::before", "::after"]) {
          const style = getComputedStyle(element, part);
          if (!["none", "normal", '""'].includes(style.content)) checkText(element, style);
        }
        if (element.matches("input:not([type=radio], [type=checkbox], :disabled), select:not(:disabled)")) {
          const edge = parse(getComputedStyle(element).borderTopColor);
          const outside = behind(element.parentElement);
          if (contrast(over(edge, outside), outside) < 3) note("edge", element);
        }
      }
    """#

  /// The language, landmarks, headings, labels and ids.
  private static let structure = #"""
      if (!/^[a-z]{2}/.test(document.documentElement.lang)) note("lang", document.documentElement);
      if (!document.title.trim()) note("title", document.documentElement);
      for (const [selector, count] of [["main", 1], ["header", 1], ["header nav[aria-label]", 1], ["h1", 1]]) {
        if (all.filter((element) => element.matches(selector)).length !== count) note(selector, document.body);
      }
      let level = 0;
      for (const heading of all.filter((element) => element.matches("h1, h2, h3, h4, h5, h6"))) {
        const next = Number(heading.localName[1]);
        if (next > level + 1) note("heading", heading);
        if (!heading.textContent.trim()) note("empty-heading", heading);
        level = next;
      }
      for (const element of all) {
        const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (isText && !element.closest("main, header, .skip")) note("landmark", element);
        if (element.tabIndex > 0) note("tabindex", element);
        if (element.hasAttribute("style") || [...element.attributes].some(({ name }) => name.startsWith("on"))) {
          note("inline", element);
        }
      }
      const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
      for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) note("id", document.getElementById(id));
      for (const name of ["for", "form", "aria-describedby", "aria-labelledby"]) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          for (const id of element.getAttribute(name).split(" ")) {
            if (!ids.includes(id)) note(name, element);
          }
        }
      }
      for (const field of all.filter((element) => element.matches("input, select, textarea"))) {
        const labels = [...(field.labels ?? [])].map((label) => label.textContent.trim());
        if (!labels.some(Boolean) && !field.getAttribute("aria-label")) note("label", field);
        const isWrong = field.getAttribute("aria-invalid") === "true";
        const says = (field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean)
          .some((id) => document.getElementById(id)?.matches(".mistake"));
        if (isWrong !== says) note("mistake", field);
      }
      for (const element of all.filter((element) => element.matches("a, button, summary"))) {
        if (!element.textContent.trim() && !element.getAttribute("aria-label")) note("name", element);
      }
      for (const button of all.filter((element) => element.matches("button:disabled"))) {
        const says = (button.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean)
          .some((id) => !id.startsWith("name-") && isShown(document.getElementById(id)));
        if (!says) note("reason", button);
      }
    """#

  /// What is too wide, too small, or overlaps.
  private static func sizes(_ target: Int) -> String {
    """
      const root = document.documentElement;
      // Not the width of the window, which grows with the page on a phone.
      const width = root.clientWidth;
      if (root.scrollWidth > width) note("scroll", root, `${root.scrollWidth} of ${width}`);
      const isAside = (element) => element.closest(".skip, thead, #news");
      for (const element of all.filter((element) => !isAside(element))) {
        const { left, right } = element.getBoundingClientRect();
        if (left < -0.5 || right > width + 0.5) note("outside", element, `${left} to ${right}`);
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
          && !element.matches("input, select, tr")) note("overflow", element);
      }
      const targets = all.filter((element) => element.matches("a[href], button, select, input"))
        .map((element) => element.matches("[type=radio], [type=checkbox]") ? element.closest("label") : element);
      const boxes = targets.map((element) => [element, element.getBoundingClientRect()]);
      for (const [element, box] of boxes) {
        if (box.width < 24 || box.height < \(target)) note("target", element, `${box.width} × ${box.height}`);
        for (const [other, second] of boxes) {
          const isApart = box.right <= second.left + 0.5 || second.right <= box.left + 0.5
            || box.bottom <= second.top + 0.5 || second.bottom <= box.top + 0.5;
          if (other !== element && !isApart) note("overlap", element, other.outerHTML.slice(0, 80));
        }
      }
    """
  }
}

extension Tab {
  /// What an audit finds on the page.
  func audit(_ audit: Audit) async throws -> [String] { try await value(audit.expression, [String].self) }
}
