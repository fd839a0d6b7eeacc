/// An action as a value of any type, turned into text only when asked.
public struct ActionValue: Sendable, CustomStringConvertible {
  /// The action.
  public let base: any Sendable

  init(_ base: some Sendable) {
    self.base = base
  }

  /// The action as text.
  public var description: String { String(describing: base) }

  /// The beginning of the description, for messages.
  var excerpt: String {
    let text = description
    return text.count > 200 ? "\(text.prefix(200))…" : text
  }
}
