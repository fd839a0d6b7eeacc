/// Represents a value by its type and case, without its contents.
///
/// Payloads are omitted, except for a payload whose type name ends in `Action`, which is usually a child's
/// action. That payload is represented by its case, as in `Search.Action.rows(.element(id: …, action:
/// .tapped))`.
enum CaseText {
  static func text(of value: Any) -> String {
    Excerpt.line(text(of: value, depth: 0))
  }

  private static func text(of value: Any, depth: Int) -> String {
    let value = (value as? AnyHashable)?.base ?? value
    let type = type(of: value)
    let name = depth == 0 ? TypeName(type).full : ""
    guard let parts = CaseParts(of: value) else {
      if let wrapped = (value as? any WrappedValue)?.wrapped { return text(of: wrapped, depth: depth) }
      return depth == 0 ? "\(name)(…)" : "…"
    }
    guard let payload = parts.payload else { return "\(name).\(value)" }
    let texts = payload.map { part in
      part.label
        + (CaseParts.isAction(Swift.type(of: part.value)) && depth < CaseParts.maximumDepth
          ? text(of: part.value, depth: depth + 1) : "…")
    }
    return "\(name).\(parts.name)(\(texts.joined(separator: ", ")))"
  }
}

/// The parts of an enum value that its text shows.
package struct CaseParts {
  /// The name of the case; empty for a case without a payload.
  package let name: String
  /// The payload's values, each with the text before it, such as `id: `; nil for a case without a payload.
  package let payload: [(label: String, value: Any)]?

  /// The maximum number of nested actions in a text.
  package static var maximumDepth: Int { ValueText.maximumDepth }

  /// The maximum number of characters in a text that isn't truncated.
  package static var maximumLength: Int { Excerpt.length }

  /// Splits a value into its parts. The result is nil if the value isn't an enum, or if its type has a custom
  /// mirror.
  ///
  /// A custom mirror can use any labels, and an object may be in use on another thread.
  package init?(of value: Any) {
    guard let mirror = Self.mirror(of: value), mirror.displayStyle == .enum else { return nil }
    guard let payload = mirror.children.first else {
      (name, self.payload) = ("", nil)
      return
    }
    let parts = Self.mirror(of: payload.value)
    let list =
      if let parts, parts.displayStyle == .tuple { Array(parts.children) } else {
        [(label: String?.none, value: payload.value)]
      }
    name = payload.label ?? ""
    self.payload = list.map { part in
      (part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? "", part.value)
    }
  }

  /// Returns a value's mirror if it is its type's default mirror, and nil otherwise.
  private static func mirror(of value: Any) -> Mirror? {
    type(of: value) is AnyClass || value is any CustomReflectable ? nil : Mirror(reflecting: value)
  }

  /// Returns whether a payload of a type is represented by its case.
  package static func isAction(_ type: Any.Type) -> Bool { TypeName(type).short.hasSuffix("Action") }
}

/// An optional of any type.
private protocol WrappedValue {
  var wrapped: Any? { get }
}

extension Optional: WrappedValue {
  fileprivate var wrapped: Any? { self }
}
