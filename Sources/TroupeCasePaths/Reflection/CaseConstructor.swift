import Synchronization
import TroupeDiagnostics

private enum Tag {
  static let unknown = -1
  static let ofNoCase = -2
}

/// A case of an enum, identified by its constructor function.
///
/// The case is determined by the first value whose payload has the right type: the function is called with
/// that payload, and the result's case is read. Until then, and for all other cases, no memory is accessed as
/// a type that it doesn't contain.
final class CaseConstructor<Root, Value>: Sendable {
  private let embed: @Sendable (Value) -> Root
  /// A function that creates a value, so that the value's case can be read. The function returns nil if the
  /// constructor creates an empty optional.
  private let probe: @Sendable (Value) -> Root?
  /// The case of the enum inside an optional; nil unless the root is an optional without such a case.
  private let inside: CaseInside<Root, Value>?
  private let layout: EnumLayout<Root>?
  /// The ways to access the payload of each case, indexed by tag. An element is nil if the case's payload has
  /// another type.
  private let openings: [EnumLayout<Root>.Opening?]
  /// The case's tag. Relaxed ordering suffices, because the tag refers to no other data, and all threads
  /// determine the same tag.
  private let tag: Atomic<Int>

  /// Creates a case with a payload.
  convenience init(_ embed: @escaping @Sendable (Value) -> Root) {
    self.init(embed, probe: { embed($0) })
    if isNoCase { reportNoCase() }
  }

  /// Creates a case with a payload, without reporting an issue if the case doesn't exist.
  init(
    _ embed: @escaping @Sendable (Value) -> Root,
    probe: @escaping @Sendable (Value) -> Root?
  ) {
    self.embed = embed
    self.probe = probe
    layout = EnumLayout()
    let passesUnchanged = PayloadType(Value.self).passesUnchanged
    openings = (layout?.cases() ?? []).map { declared in
      guard passesUnchanged, let payload = declared.payload, PayloadType(payload).hasMemory(of: Value.self)
      else {
        return nil
      }
      return declared.opening
    }
    let isCase = openings.contains { $0 != nil }
    tag = Atomic(isCase ? Tag.unknown : Tag.ofNoCase)
    inside = isCase ? nil : CaseInside(of: Embedding(embed))
  }

  /// Creates a case without a payload.
  convenience init(payloadless root: Root) where Value == Void {
    self.init(payloadlessOrNone: root)
    if isNoCase { reportNoCase() }
  }

  /// Creates a case without a payload, without reporting an issue if the case doesn't exist.
  init(payloadlessOrNone root: Root) where Value == Void {
    let layout = EnumLayout<Root>()
    let cases = layout?.cases() ?? []
    let index = layout?.tag(of: root) ?? Tag.ofNoCase
    let isCase = cases.indices.contains(index) && !cases[index].hasPayload
    let inside = isCase ? nil : CaseInside(ofPayloadless: root)
    self.inside = inside
    // The value isn't stored, because it need not be `Sendable`.
    let embed: @Sendable (Value) -> Root = { _ in
      if let inside { return inside.path.embed(()) }
      guard isCase, let layout else {
        preconditionFailure(
          "The operator / needs an enum case, but its operand, a value of type \(Root.self), isn't a case."
        )
      }
      return layout.payloadlessValue(index)
    }
    self.embed = embed
    probe = { embed($0) }
    self.layout = layout
    openings = cases.indices.map { isCase && $0 == index ? .inPlace : nil }
    tag = Atomic(isCase ? index : Tag.ofNoCase)
  }

  /// Whether the function isn't the constructor of a case, so the path extracts nothing.
  var isNoCase: Bool { inside == nil && tag.load(ordering: .relaxed) == Tag.ofNoCase }

  private func reportNoCase() {
    reportIssue(
      """
      The operator / can't make a path from its operand, a function from \(Value.self) to \(Root.self). The path extracts \
      nothing. The likely causes: \
      1. The operand is a value, or a function other than a case's constructor: pass the constructor, as in \
      /Screen.detail. \
      2. The payload contains a function or a metatype, which the operator can't extract: create a path with \
      AnyCasePath(embed:extract:). \
      3. The type of the payload was converted, as from Int to Int?: use the type as it is declared. \
      4. The program was built without reflection metadata.
      """
    )
  }

  /// The name of the case. The name is empty if it is unknown, or if no value has determined the case yet.
  var name: String {
    if let inside { return inside.name() }
    let tag = tag.load(ordering: .relaxed)
    let cases = layout?.cases() ?? []
    return cases.indices.contains(tag) ? cases[tag].name : ""
  }

  var path: AnyCasePath<Root, Value> {
    if let inside { return inside.path }
    return AnyCasePath(
      functions: CaseFunctions(
        embed: embed,
        extract: { self.extract(from: $0) },
        modify: { self.modify(&$0, $1) }
      )
    )
  }

  // MARK: Opening values

  private func extract(from root: Root) -> Value? {
    guard let layout, let opening = opening(of: root, in: layout) else { return nil }
    return layout.payload(of: root, opening, as: Value.self)
  }

  private func modify(_ root: inout Root, _ body: (inout Value) -> Void) -> Bool {
    guard let layout, let opening = opening(of: root, in: layout) else { return false }
    switch opening {
    case .inPlace:
      let tag = layout.tag(of: root)
      withUnsafeMutablePointer(to: &root) { pointer in
        // While `body` runs, the memory contains a `Value`. No other code can observe this, because access to
        // `root` is exclusive.
        layout.project(pointer)
        body(&UnsafeMutableRawPointer(pointer).bindMemory(to: Value.self, capacity: 1).pointee)
        layout.inject(tag, into: pointer)
        UnsafeMutableRawPointer(pointer).bindMemory(to: Root.self, capacity: 1)
      }
    case .boxed:
      var value = layout.payload(of: root, opening, as: Value.self)
      withUnsafeMutablePointer(to: &root) { pointer in
        // As in `CaseFunctions`, the box releases the payload before the change.
        pointer.deinitialize(count: 1)
        body(&value)
        guard let root = probe(value) else {
          preconditionFailure("The operand of the operator / created no \(Root.self).")
        }
        pointer.initialize(to: root)
      }
    }
    return true
  }

  /// Returns the way to access a value's payload, or nil if the value is in another case.
  private func opening(of root: Root, in layout: EnumLayout<Root>) -> EnumLayout<Root>.Opening? {
    let found = layout.tag(of: root)
    let known = tag.load(ordering: .relaxed)
    if known != Tag.unknown { return known == found ? openings[found] : nil }
    guard let opening = openings[found] else { return nil }
    let own = probe(layout.payload(of: root, opening, as: Value.self)).map { layout.tag(of: $0) }
    // A function that creates values of another case, or no values, isn't a constructor.
    guard let own, openings[own] != nil else {
      tag.store(Tag.ofNoCase, ordering: .relaxed)
      reportNoCase()
      return nil
    }
    tag.store(own, ordering: .relaxed)
    return own == found ? opening : nil
  }
}

extension CaseConstructor: Hashable {
  static func == (left: CaseConstructor, right: CaseConstructor) -> Bool {
    left === right
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
