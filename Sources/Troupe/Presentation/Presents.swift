import Synchronization

/// Optional state of a child that is presented and dismissed.
///
/// ```swift
/// struct State {
///   var drafts: [String] = []
///   @Presents var editor: Editor.State?
/// }
///
/// enum Action {
///   case edit(String)
///   case editor(PresentationAction<Editor.Action>)
/// }
///
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     switch action {
///     case .edit(let draft):
///       state.editor = Editor.State(draft: draft)
///     case .editor(.dismiss):
///       // The editor is still there.
///       state.drafts.append(state.editor?.draft ?? "")
///     case .editor(.presented):
///       break
///     }
///     return .none
///   }
///   .ifLet(\.$editor, action: \.editor) { Editor() }
/// }
/// ```
///
/// Use the property like an optional: the memberwise initializer takes an optional, and nil is its default.
/// Pass its projection, `$editor`, to `ifLet(_:action:then:)`: the projection distinguishes consecutive
/// presentations, even within one action. Only the value is compared, hashed and encoded.
///
/// A copy-on-write box stores the value, so a feature can present itself. A child's reducer changes the value
/// inside the box, which doesn't call observers, such as `didSet`, of an enclosing property.
@propertyWrapper
@dynamicMemberLookup
public struct Presents<Value> {
  /// - Note: It is changed only while a single state refers to it, so it behaves like a value.
  final class Box: Presentation {
    /// Nil only while it is taken out to be changed. Overlapping access isn't checked, because checks would
    /// take longer with each nested presentation. The code that changes it has exclusive access to the only
    /// state that refers to the box.
    @exclusivity(unchecked) var value: Value?

    init(_ value: consuming Value, generation: UInt64) {
      self.value = value
      super.init(generation: generation)
    }

    /// Changes the value in place.
    func change(_ body: (inout Value, _ generation: UInt64) -> Void) {
      // Only this accesses the value in place. The value exists: only code with exclusive access takes it
      // out.
      // swift-format-ignore: NeverForceUnwrap
      body(&value!, generation)
    }
  }

  private(set) var presentation: Presentation?

  var box: Box? {
    guard let presentation else { return nil }
    // A `Presents<Value>` always refers to a box for a value of this type. Debug builds check it.
    return unsafeDowncast(presentation, to: Box.self)
  }

  // It has no default: with an initializer without arguments, the struct's memberwise initializer would take
  // a `Presents` unless the property has `= nil`.
  /// Creates a presentation of a value, or of nothing.
  ///
  /// - Parameter wrappedValue: The value; nil to present nothing.
  public init(wrappedValue: Value?) {
    presentation = wrappedValue.map { Box($0, generation: Presentation.makeNumber()) }
  }

  /// The value; nil if nothing is presented. Setting a value when nothing is presented begins a new
  /// presentation. Replacing a value doesn't.
  public var wrappedValue: Value? {
    get { box?.value }
    _modify {
      let generation = generation
      var value = takeValue()
      defer { put(value.take(), generation: generation) }
      yield &value
    }
  }

  /// The presentation itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// The payload of a case of the value, changed in place; nil if nothing is presented or if the value is in
  /// another case.
  ///
  /// Setting nil ends the presentation. Changing the payload while the value is in another case, or setting
  /// it while nothing is presented, is an issue and changes nothing.
  public subscript<Payload>(case path: any CaseKeyPath<Value, Payload> & Sendable) -> Payload? {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(path)
      let generation = generation
      var value = takeValue()
      var payload = value.flatMap { path.extract(from: $0) }
      // The payload must be the only owner of its contents while it is changed.
      if payload != nil { value = nil }
      let wasThere = payload != nil
      defer {
        if wasThere {
          put(payload.map { path.embed($0) }, generation: generation)
        } else {
          if value != nil || payload != nil { reportOtherCase(Payload.self, isPresented: value != nil) }
          put(value, generation: generation)
        }
      }
      yield &payload
    }
  }

  /// A member of the value, as in `state.$editor.draft`; nil if nothing is presented.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member? {
    box?.value?[keyPath: member]
  }

  /// The identity of the box while it exists; nil if nothing is presented.
  var identity: ObjectIdentifier? { presentation.map(ObjectIdentifier.init) }

  /// The number of the presentation; nil if there is none.
  var generation: UInt64? { presentation?.generation }

  private func reportOtherCase(_ payload: Any.Type, isPresented: Bool) {
    reportIssue(
      """
      A payload of type \(payload) was set in a presented \(Value.self), but \
      \(isPresented ? "the value is in another case" : "nothing is presented"). The change was dropped.

      Check the case before the change, or assign the whole value.
      """
    )
  }

  /// Copies the value into a separate box.
  mutating func unshare() {
    guard let box, let value = box.value else { return }
    presentation = Box(value, generation: box.generation)
  }

  private mutating func takeValue() -> Value? {
    isKnownUniquelyReferenced(&presentation) ? box?.value.take() : box?.value
  }

  private mutating func put(_ value: consuming Value?, generation: UInt64?) {
    guard let value else {
      presentation = nil
      return
    }
    if let box, box.value == nil {
      box.value = value
    } else {
      presentation = Box(value, generation: generation ?? Presentation.makeNumber())
    }
  }
}

/// The part of a box that doesn't depend on the value's type. For types that depend on it, Swift looks up the
/// metadata each time.
class Presentation {
  private static let counter = Atomic<UInt64>(0)

  /// Numbers presentations across all stores, so that a number in state from another store identifies another
  /// presentation.
  static func makeNumber() -> UInt64 { counter.add(1, ordering: .relaxed).newValue }

  let generation: UInt64

  init(generation: UInt64) {
    self.generation = generation
  }

  /// Returns the identity of the presentation in a `Presents` at an address, or nil if nothing is presented.
  static func identity(at address: UnsafeMutableRawPointer) -> ObjectIdentifier? {
    stored(at: address).pointee.map(ObjectIdentifier.init)
  }

  /// Returns the presentation in a `Presents` at an address, if it is this presentation and has no other
  /// owner.
  static func unshared(_ identity: ObjectIdentifier, at address: UnsafeMutableRawPointer) -> Presentation? {
    let stored = stored(at: address)
    guard stored.pointee.map(ObjectIdentifier.init) == identity, isKnownUniquelyReferenced(&stored.pointee)
    else { return nil }
    return stored.pointee
  }

  /// The only stored property of a `Presents` at an address, whatever the type of its value.
  private static func stored(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Presentation?> {
    address.assumingMemoryBound(to: Presentation?.self)
  }
}

// A shared box is copied before a change, so no other owner sees the change.
extension Presents: @unchecked Sendable where Value: Sendable {}

extension Presents: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.presentation === rhs.presentation || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension Presents: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Presents: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Presents: Decodable where Value: Decodable {
  /// Decodes the value, as a new presentation.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value?(from: decoder))
  }
}

extension Presents: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

extension Presents: CustomValueText {
  /// The value, or nil.
  public var valueForText: Any { wrappedValue as Any }
}

extension KeyedDecodingContainer {
  /// Decodes a presentation. If the key is missing, nothing is presented.
  public func decode<Value: Decodable>(_ type: Presents<Value>.Type, forKey key: Key) throws -> Presents<
    Value
  > {
    Presents(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a presentation. If nothing is presented, the key is omitted.
  public mutating func encode<Value: Encodable>(_ presents: Presents<Value>, forKey key: Key) throws {
    try encodeIfPresent(presents.wrappedValue, forKey: key)
  }
}
