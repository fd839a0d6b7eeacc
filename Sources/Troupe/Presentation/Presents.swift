import Synchronization

/// The optional state of a child that is presented and dismissed.
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
/// Use the property like an optional. The parameter of the memberwise initializer is an optional whose
/// default is nil. Pass the property's projection, such as `$editor`, to `ifLet(_:action:then:)`. The
/// projection distinguishes consecutive presentations, even within one action. Only the value is compared,
/// hashed and encoded.
///
/// A copy-on-write box stores the value, so a feature's state can contain a presented state of the same type.
/// A child's reducer changes the value inside the box. Such a change doesn't call observers, such as
/// `didSet`, of an enclosing property.
@propertyWrapper
@dynamicMemberLookup
public struct Presents<Value> {
  /// - Note: The box is changed only while a single state refers to the box, so the box behaves like a value.
  final class Box: Presentation {
    /// The presented value; nil only while the value is taken out of the box to be changed. Overlapping
    /// access isn't checked, because checks would take longer with each nested presentation. The code that
    /// changes the value has exclusive access to the only state that refers to the box.
    @exclusivity(unchecked) var value: Value?

    init(_ value: consuming Value, generation: UInt64) {
      self.value = value
      super.init(generation: generation)
    }

    /// Changes the value in place.
    func change(_ body: (inout Value, _ generation: UInt64) -> Void) {
      // Only this method accesses the value in place. The value exists, because only code with exclusive
      // access takes the value out.
      // swift-format-ignore: NeverForceUnwrap
      body(&value!, generation)
    }
  }

  private(set) var presentation: Presentation?

  var box: Box? {
    guard let presentation else { return nil }
    return Self.box(presentation)
  }

  /// Returns the box of a presentation in a `Presents<Value>`.
  @inline(__always)
  static func box(_ presentation: Presentation) -> Box {
    // A `Presents<Value>` always refers to a box for a value of this type. Debug builds check the type.
    unsafeDowncast(presentation, to: Box.self)
  }

  // The parameter has no default. If `Presents` had an initializer without arguments, an enclosing struct's
  // memberwise initializer would take a `Presents`, unless the property has `= nil`.
  /// Creates a presentation of a value, or an empty presentation.
  ///
  /// - Parameter wrappedValue: The value; nil to present nothing.
  public init(wrappedValue: Value?) {
    presentation = wrappedValue.map { Box($0, generation: Presentation.makeNumber()) }
  }

  /// The value; nil if nothing is presented. Setting a value when nothing is presented starts a new
  /// presentation. Replacing a value doesn't start a new presentation.
  public var wrappedValue: Value? {
    get { box?.value }
    _modify {
      let generation = generation
      var value = takeValue()
      defer { put(value.take(), generation: generation) }
      yield &value
    }
  }

  /// The presentation of the value.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// The payload of a case of the value, changed in place; nil if nothing is presented or if the value is in
  /// another case.
  ///
  /// Setting nil ends the presentation. Changing the payload while the value is in another case, or setting
  /// the payload while nothing is presented, reports an issue and changes nothing.
  public subscript<Payload>(case path: any CaseKeyPath<Value, Payload> & Sendable) -> Payload? {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    _modify {
      let path = AnyCasePath(path)
      let generation = generation
      var value = takeValue()
      var payload = value.flatMap { path.extract(from: $0) }
      // The payload must be the only owner of its contents while the payload is changed.
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

  /// The identity of the box, which is unique while the box exists; nil if nothing is presented.
  var identity: ObjectIdentifier? { presentation.map(ObjectIdentifier.init) }

  /// The number of the presentation; nil if nothing is presented.
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

/// The part of a box that doesn't depend on the value's type. For types that depend on the value's type,
/// Swift looks up the metadata at each use.
class Presentation {
  private static let counter = Atomic<UInt64>(0)

  /// Returns the number for a new presentation. Presentations are numbered across all stores, so that
  /// presentations in states of different stores have different numbers.
  static func makeNumber() -> UInt64 { counter.add(1, ordering: .relaxed).newValue }

  let generation: UInt64

  init(generation: UInt64) {
    self.generation = generation
  }

  /// The contents of a `Presents` in a state.
  enum Stored {
    case nothing
    /// The presentation has another owner, such as a copy of the state.
    case shared(Presentation)
    case unshared(Presentation)
  }

  /// Returns the identity of the presentation in a `Presents` at an address, or nil if nothing is presented.
  static func identity(at address: UnsafeMutableRawPointer) -> ObjectIdentifier? {
    property(at: address).pointee.map(ObjectIdentifier.init)
  }

  /// Returns the presentation in a `Presents` at an address.
  static func stored(at address: UnsafeMutableRawPointer) -> Stored {
    let property = property(at: address)
    let isUnshared = isKnownUniquelyReferenced(&property.pointee)
    guard let presentation = property.pointee else { return .nothing }
    return isUnshared ? .unshared(presentation) : .shared(presentation)
  }

  /// Replaces the presentation in a `Presents` at an address. Returns the former presentation.
  static func exchange(
    _ presentation: Presentation?,
    at address: UnsafeMutableRawPointer
  ) -> Presentation? {
    Swift.exchange(&property(at: address).pointee, with: presentation)
  }

  /// Returns a pointer to the only stored property of a `Presents` at an address, regardless of the value's
  /// type.
  private static func property(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Presentation?> {
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
  /// Decodes the value as a new presentation.
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
