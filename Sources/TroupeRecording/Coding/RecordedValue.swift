/// A JSON value in a recording.
///
/// A ``Redaction`` can change a value before it is written.
public enum RecordedValue: Hashable, Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number, which is stored as a text so that it isn't rounded.
  case number(String)
  /// A text.
  case string(String)
  /// An ordered list of values.
  case array([RecordedValue])
  /// An object, whose members are values with names.
  case object([String: RecordedValue])

  /// The object's member with a name; nil if the member doesn't exist or the value isn't an object. Setting
  /// nil removes the member. If the value isn't an object, setting a member does nothing.
  public subscript(name: String) -> RecordedValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members[name]
    }
    set {
      guard case .object(var members) = self else { return }
      self = .null
      members[name] = newValue
      self = .object(members)
    }
  }

  /// Replaces each member with one of these names, at any depth, with a text.
  ///
  /// - Parameters:
  ///   - names: The members' names, which are the names of properties and cases, and the labels of payloads.
  ///     A payload without a label has the name `_0`.
  ///   - text: The replacement. If a member isn't a `String`, a replay can't decode the text. In this case,
  ///     replace the member with a value of its type.
  public mutating func redact(_ names: String..., as text: String = "redacted") {
    redact(Set(names), as: .string(text))
  }

  /// Replaces each member with one of these names, at any depth, with a value.
  ///
  /// - Parameters:
  ///   - names: The members' names.
  ///   - value: The replacement.
  public mutating func redact(_ names: Set<String>, as value: RecordedValue) {
    switch self {
    case .array(var elements):
      self = .null
      for index in elements.indices { elements[index].redact(names, as: value) }
      self = .array(elements)
    case .object(var members):
      self = .null
      for name in members.keys {
        if names.contains(name) {
          members[name] = value
        } else {
          members[name]?.redact(names, as: value)
        }
      }
      self = .object(members)
    case .null, .bool, .number, .string: break
    }
  }
}

extension RecordedValue {
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  var elements: [RecordedValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  static func integer(_ number: some BinaryInteger) -> RecordedValue { .number(String(number)) }
}
