import TroupeCasePaths
import TroupeDiagnostics

/// The types and cases of actions as text. The text is computed once for each case.
///
/// `IssueText` reads the type and the case of a value with a mirror. Reading a mirror takes microseconds, and
/// instruments need the label of every action.
enum ActionLabel {
  private static let known = Locked<[ObjectIdentifier: CaseLabels?]>([:])

  /// Returns the same text as `IssueText` for an action without its payload.
  static func text(of action: any Sendable) -> String {
    quickText(of: action) ?? IssueText.value(action, showsPayloads: false)
  }

  /// Returns the text of an action without its payload, or nil if the payload's types don't determine the
  /// text.
  static func quickText(of action: any Sendable) -> String? { quickText(ofAny: action) }

  private static func quickText<Action>(ofAny action: Action) -> String? {
    guard let labels = labels(of: Action.self) else { return nil }
    return withUnsafePointer(to: action) { labels.text(at: UnsafeRawPointer($0)) }
  }

  /// Returns the labels of a type, or nil if the type isn't an enum whose values are described by the names
  /// of their cases.
  static func labels<Action>(of type: Action.Type) -> CaseLabels? {
    let id = ObjectIdentifier(type)
    if let labels = known.withLock({ $0[id] }) { return labels }
    let labels = CaseLabels(of: type)
    // Another thread may have stored labels first, but those labels are equivalent.
    known.withLock { $0[id] = .some(labels) }
    return labels
  }
}

/// The labels of an enum's cases. Each label is computed for the first value in its case.
///
/// The class isn't generic, because looking up generic types would take longer than the rest of the
/// computation. All addresses refer to values of the enum.
final class CaseLabels: Sendable {
  enum Label: Sendable {
    /// The text is the same for all values in the case. The whole text includes the type.
    case text(String, whole: String)
    /// The text depends on actions in the payload.
    case reading(Reader)
    case unknown
  }

  /// Returns the text of a value at a nesting depth, or nil if the text isn't known.
  typealias Reader = @Sendable (_ address: UnsafeRawPointer, _ depth: Int) -> String?
  /// An action in a payload, and the text between this action and the previous action.
  typealias Part = (before: String, offset: Int, labels: CaseLabels)

  private let name: String
  private let tag: @Sendable (UnsafeRawPointer) -> Int
  private let label: @Sendable (_ tag: Int, UnsafeRawPointer) -> Label
  /// Returns the text that a mirror determines.
  private let slowText: @Sendable (UnsafeRawPointer) -> String
  private let labels = Locked<[Int: Label]>([:])

  init?<Action>(of type: Action.Type) {
    guard let layout = EnumLayout<Action>(), !(type is any CustomReflectable.Type),
      // An optional's text is the text of the wrapped value.
      !PayloadType(type).isOptional
    else { return nil }
    name = TypeName(type).full
    tag = { layout.tag(at: $0) }
    label = { CaseReading(layout).label(of: $0, from: $1.assumingMemoryBound(to: Action.self).pointee) }
    slowText = { IssueText.value($0.assumingMemoryBound(to: Action.self).pointee, showsPayloads: false) }
  }

  /// Returns the type and the case of an action as text, or nil if the text isn't the same for all actions in
  /// the case or hasn't been computed yet.
  func constantText(at address: UnsafeRawPointer) -> String? {
    let tag = tag(address)
    guard case .text(_, let whole) = labels.withLock({ $0[tag] }) else { return nil }
    return whole
  }

  /// Returns the type and the case of an action as text, or nil if the text isn't known or doesn't fit on one
  /// line.
  func text(at address: UnsafeRawPointer) -> String? {
    guard let text = text(at: address, depth: 0).map({ name + $0 }) else { return nil }
    return text.utf8.count <= CaseParts.maximumLength ? text : nil
  }

  /// Returns the case of an action, such as `.element(id: …, action: .tapped)`.
  func text(at address: UnsafeRawPointer, depth: Int) -> String? {
    guard depth < CaseParts.maximumDepth else { return nil }
    let tag = tag(address)
    guard let label = labels.withLock({ $0[tag] }) else { return learn(tag, address, depth) }
    return text(at: address, label, depth)
  }

  private func text(at address: UnsafeRawPointer, _ label: Label, _ depth: Int) -> String? {
    switch label {
    case .text(let text, _): text
    case .reading(let read): read(address, depth)
    case .unknown: nil
    }
  }

  private func learn(_ tag: Int, _ address: UnsafeRawPointer, _ depth: Int) -> String? {
    let label = label(tag, address)
    guard let text = text(at: address, label, depth) else {
      if case .unknown = label { labels.withLock { $0[tag] = .unknown } }
      return nil
    }
    // Labels with characters that must be escaped are rare, so `IssueText` produces them.
    let isRight = slowText(address) == name + text
    labels.withLock { $0[tag] = isRight ? label : .unknown }
    return isRight ? text : nil
  }
}

/// Computes a case's label from the parts of the payload that the label includes.
private struct CaseReading<Action>: Sendable {
  private let layout: EnumLayout<Action>

  init(_ layout: EnumLayout<Action>) { self.layout = layout }

  func label(of tag: Int, from action: Action) -> CaseLabels.Label {
    let cases = layout.cases()
    guard cases.indices.contains(tag), let parts = CaseParts(of: action) else { return .unknown }
    guard let payload = parts.payload else {
      // A custom description can return any text, so its text isn't cached.
      return hasDescription ? .unknown : constant(".\(action)")
    }
    guard let type = cases[tag].payload else { return .unknown }
    let types = PayloadType(type).parts
    guard types.count == payload.count else { return .unknown }
    var (text, actions) = (".\(parts.name)(", [CaseLabels.Part]())
    for (index, part) in payload.enumerated() {
      if PayloadType(types[index].type).isOpen { return .unknown }
      text += (index > 0 ? ", " : "") + part.label
      if CaseParts.isAction(types[index].type), let labels = ActionLabel.labels(of: types[index].type) {
        actions.append((text, types[index].offset, labels))
        text = ""
      } else {
        text += "…"
      }
    }
    text += ")"
    if actions.isEmpty { return constant(text) }
    guard PayloadType(type).passesUnchanged else { return .unknown }
    return .reading(reader(of: type, cases[tag].opening, actions, after: text))
  }

  private func constant(_ text: String) -> CaseLabels.Label {
    .text(text, whole: TypeName(Action.self).full + text)
  }

  private var hasDescription: Bool {
    Action.self is any CustomStringConvertible.Type || Action.self is any CustomDebugStringConvertible.Type
      || Action.self is any TextOutputStreamable.Type
  }

  /// Returns a closure that reads the actions in a payload.
  private func reader<Payload>(
    of type: Payload.Type,
    _ opening: EnumLayout<Action>.Opening,
    _ parts: [CaseLabels.Part],
    after: String
  ) -> CaseLabels.Reader {
    { [layout] address, depth in
      let action = address.assumingMemoryBound(to: Action.self)
      let payload = layout.payload(of: action.pointee, opening, as: Payload.self)
      return withUnsafeBytes(of: payload) { bytes in
        guard let start = bytes.baseAddress else { return nil }
        var text = ""
        for part in parts {
          guard let inner = part.labels.text(at: start + part.offset, depth: depth + 1) else { return nil }
          text += part.before
          text += inner
        }
        return text + after
      }
    }
  }
}

/// The label of an action, as passed to instruments.
enum KnownLabel: Sendable {
  /// The label is the same for all actions in the case.
  case text(String)
  /// The label is computed when the first of several instruments reads it.
  case shared(SharedLabel)

  /// Returns the label of an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - labels: The labels of the action's type; see ``ActionLabel/labels(of:)``.
  ///   - isShared: Whether several instruments may read the label.
  static func of<Action>(_ action: Action, _ labels: CaseLabels?, isShared: Bool) -> KnownLabel? {
    if let text = withUnsafePointer(to: action, { labels?.constantText(at: UnsafeRawPointer($0)) }) {
      return .text(text)
    }
    return isShared ? .shared(SharedLabel()) : nil
  }

  func text(of action: any Sendable) -> String {
    switch self {
    case .text(let text): text
    case .shared(let label): label.text(of: action)
    }
  }
}

/// A label that is computed once.
final class SharedLabel: Sendable {
  private let text = Locked<String?>(nil)

  func text(of action: any Sendable) -> String {
    if let known = text.withLock({ $0 }) { return known }
    let found = ActionLabel.text(of: action)
    text.withLock { $0 = found }
    return found
  }
}
