/// Names a value by its type and its case, without anything that is in it.
///
/// Payloads are left out. The exception is a payload of a type whose name ends in `Action`, usually the
/// action of a child: it is named by its case, as in `Search.Action.rows(.element(id: …, action: .tapped))`.
enum CaseText {
  static func text(of value: Any) -> String {
    Excerpt.line(text(of: value, depth: 0))
  }

  private static func text(of value: Any, depth: Int) -> String {
    let value = (value as? AnyHashable)?.base ?? value
    let type = type(of: value)
    let name = depth == 0 ? TypeName(type).full : ""
    guard let mirror = mirror(of: value), mirror.displayStyle == .enum else {
      if let wrapped = (value as? any WrappedValue)?.wrapped { return text(of: wrapped, depth: depth) }
      return depth == 0 ? "\(name)(…)" : "…"
    }
    guard let payload = mirror.children.first else { return "\(name).\(value)" }
    let parts = Self.mirror(of: payload.value)
    let list =
      if let parts, parts.displayStyle == .tuple { Array(parts.children) } else {
        [(label: String?.none, value: payload.value)]
      }
    let texts = list.map { part in
      let label = part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return label
        + (isAction(part.value) && depth < ValueText.maximumDepth
          ? text(of: part.value, depth: depth + 1) : "…")
    }
    return "\(name).\(payload.label ?? "")(\(texts.joined(separator: ", ")))"
  }

  /// The mirror of a value that has the mirror of its type.
  ///
  /// A type with a mirror of its own can put anything into the labels, and an object may be somebody else's
  /// at the moment.
  private static func mirror(of value: Any) -> Mirror? {
    type(of: value) is AnyClass || value is any CustomReflectable ? nil : Mirror(reflecting: value)
  }

  private static func isAction(_ value: Any) -> Bool {
    TypeName(type(of: value)).short.hasSuffix("Action")
  }
}

/// An optional of any type.
private protocol WrappedValue {
  var wrapped: Any? { get }
}

extension Optional: WrappedValue {
  fileprivate var wrapped: Any? { self }
}
