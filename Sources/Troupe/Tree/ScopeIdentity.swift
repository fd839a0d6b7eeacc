/// The identity of a child's state, which distinguishes the child from other children in the same position.
struct ScopeIdentity: Equatable {
  /// The number of the presentation.
  var generation: UInt64 = 0
  /// The tag of the case, if the state is an enum.
  var tag = 0
  /// The id of the state, or of its case's payload, if the state or the payload is `Identifiable`.
  var id: StateID?
  /// The number of the ``StateIdentity`` of an observable state or payload that isn't `Identifiable`.
  var number: UInt64 = 0
}

/// The id of a state.
///
/// The id isn't an `AnyHashable`, which looks for another representation of each id. That takes five times as
/// long as copying the id, and an id is read for each action of a child.
struct StateID: Equatable {
  let value: any Hashable

  static func == (lhs: StateID, rhs: StateID) -> Bool { isEqual(lhs.value, rhs.value) }

  private static func isEqual<First: Hashable, Second: Hashable>(_ first: First, _ second: Second) -> Bool {
    // The ids of a type of states have one type, and so this code has the same result as a cast, without the
    // lookup of the types. The payloads of an enum's cases may have ids of different types.
    First.self == Second.self
      ? first == unsafeBitCast(second, to: First.self) : AnyHashable(first) == AnyHashable(second)
  }
}

/// The number of a child's presentation, as an operator's access to its children passes it; 0 for a child
/// that isn't presented.
@usableFromInline
enum Generation {
  /// The mark for a child whose key is its id. For such a child, the id needn't be read: reading a user's id
  /// takes a tenth of the time of an action to a row. Presentations are counted from one, so their numbers
  /// don't reach the mark.
  @inlinable
  static var keyed: UInt64 { 1 << 63 }

  /// Returns the number without the mark.
  static func number(_ generation: UInt64) -> UInt64 { generation & ~keyed }
}

/// A reader for the identities of states of one type. The reader determines only once how to read the
/// identities.
///
/// - Note: The reader is a class, because a closure that captures a generic value needs the metadata of the
///   value's type.
final class IdentityReader<State> {
  private typealias Reader = (State, inout ScopeIdentity) -> Void

  private let ofCase: Reader?
  private let ofValue: Reader?
  /// The offset of the number of an observable state; nil for other states, or if the number isn't a stored
  /// property.
  private let numberOffset: Int?
  /// Whether a state may identify itself, by its case or by a user's `id`.
  let isOfUsers: Bool
  /// Whether nothing in a state identifies its child, so that only the presentation identifies the child.
  private let isAnonymous: Bool
  /// Whether a state has an id and nothing else that identifies it.
  private let hasOnlyID: Bool

  init() {
    let layout = EnumLayout<State>()
    ofCase = layout.map { layout in { $1.tag = layout.tag(of: $0) } }
    let isNumbered =
      layout == nil && !(State.self is any Identifiable.Type) && State.self is any ObservableState.Type
    numberOffset = isNumbered ? StructLayout.offset(ofProperty: "_$id", in: State.self) : nil
    isOfUsers = layout != nil || State.self is any Identifiable.Type
    if let type = State.self as? any Identifiable.Type {
      ofValue = Self.reader(type)
    } else if let layout {
      let readers = layout.cases().map { declared in
        declared.payload.flatMap { Self.payloadReader($0, layout, declared.opening) }
      }
      ofValue = readers.contains { $0 != nil } ? { readers[$1.tag]?($0, &$1) } : nil
    } else if let type = State.self as? any ObservableState.Type {
      ofValue = Self.reader(type)
    } else {
      ofValue = nil
    }
    isAnonymous = ofCase == nil && ofValue == nil
    hasOnlyID = layout == nil && State.self is any Identifiable.Type
  }

  func callAsFunction(_ state: State, generation: UInt64 = 0) -> ScopeIdentity {
    var identity = ScopeIdentity()
    record(state, generation: generation, in: &identity)
    return identity
  }

  /// Whether a child's key is the child's id, and nothing else identifies the child.
  ///
  /// - Parameter generation: The number that the access to the child passed.
  @inline(__always)
  func isKeyed(_ generation: UInt64) -> Bool { generation == Generation.keyed && hasOnlyID }

  /// Whether only the presentation identifies a child, and the child's presentation is the known one.
  ///
  /// - Parameters:
  ///   - known: The number of the known presentation; 0 for a child that isn't presented.
  ///   - generation: The number that the access to the child passed.
  @inline(__always)
  func isOnlyPresentation(_ known: UInt64, _ generation: UInt64) -> Bool {
    isAnonymous && known == Generation.number(generation)
  }

  // The methods that run for each action of a child are inlined, because a call would need the metadata of
  // this type.
  /// Writes a state's identity into an empty identity.
  @inline(__always)
  func record(_ state: State, generation: UInt64, in identity: inout ScopeIdentity) {
    identity.generation = Generation.number(generation)
    if let ofCase { ofCase(state, &identity) }
    if let ofValue { ofValue(state, &identity) }
  }

  /// Writes a state's identity into an empty identity, without copying the state if possible.
  @inline(__always)
  func record(of state: inout State, generation: UInt64, in identity: inout ScopeIdentity) {
    if isAnonymous {
      identity.generation = Generation.number(generation)
      return
    }
    guard let numberOffset else { return record(state, generation: generation, in: &identity) }
    identity.generation = Generation.number(generation)
    identity.number = Self.number(of: &state, at: numberOffset)
  }

  /// Returns a state's identity, without copying the state if possible.
  @inline(__always)
  func identity(of state: inout State, generation: UInt64) -> ScopeIdentity {
    var identity = ScopeIdentity()
    record(of: &state, generation: generation, in: &identity)
    return identity
  }

  /// Returns the number of a state that its own reducer has recreated. Returns 0 if the reducer hasn't
  /// recreated the state, or if the state now belongs to another child.
  ///
  /// - Parameters:
  ///   - before: The state's identity before its reducer ran.
  ///   - state: The state.
  @inline(__always)
  func successor(of before: ScopeIdentity, in state: inout State) -> UInt64 {
    if isAnonymous { return 0 }
    guard let numberOffset else { return successor(of: before, inCopyOf: state) }
    let number = Self.number(of: &state, at: numberOffset)
    return number == before.number ? 0 : number
  }

  @inline(__always)
  private static func number(of state: inout State, at offset: Int) -> UInt64 {
    withUnsafePointer(to: &state) { state in
      // A `StateIdentity` is at this offset: the protocol defines the type of `_$id`.
      (UnsafeRawPointer(state) + offset).assumingMemoryBound(to: StateIdentity.self).pointee.number
    }
  }

  private func successor(of before: ScopeIdentity, inCopyOf state: State) -> UInt64 {
    var after = ScopeIdentity()
    record(state, generation: before.generation, in: &after)
    let isAnew = after.number != before.number && after.tag == before.tag && after.id == before.id
    return isAnew ? after.number : 0
  }

  // MARK: Of states

  private static func reader<Value: Identifiable>(_ type: Value.Type) -> Reader {
    { state, identity in identity.id = Self.read(state, as: type) { StateID(value: $0.id) } }
  }

  private static func reader<Value: ObservableState>(_ type: Value.Type) -> Reader {
    { state, identity in identity.number = Self.read(state, as: type) { $0._$id.number } }
  }

  /// Reads a state as `Value`, which is the state's own type with a known conformance. A cast would look up
  /// the conformance each time.
  private static func read<Value, Result>(
    _ state: State,
    as type: Value.Type,
    _ body: (Value) -> Result
  ) -> Result {
    assert(type == State.self)
    return withUnsafePointer(to: state) { state in
      state.withMemoryRebound(to: Value.self, capacity: 1) { body($0.pointee) }
    }
  }

  // MARK: Of payloads

  private static func payloadReader(
    _ payload: Any.Type,
    _ layout: EnumLayout<State>,
    _ opening: EnumLayout<State>.Opening
  ) -> Reader? {
    if let type = payload as? any Identifiable.Type {
      reader(type, layout, opening)
    } else if let type = payload as? any ObservableState.Type {
      reader(type, layout, opening)
    } else {
      nil
    }
  }

  private static func reader<Payload: Identifiable>(
    _ type: Payload.Type,
    _ layout: EnumLayout<State>,
    _ opening: EnumLayout<State>.Opening
  ) -> Reader {
    { state, identity in
      identity.id = StateID(value: layout.payload(of: state, opening, as: Payload.self).id)
    }
  }

  private static func reader<Payload: ObservableState>(
    _ type: Payload.Type,
    _ layout: EnumLayout<State>,
    _ opening: EnumLayout<State>.Opening
  ) -> Reader {
    { state, identity in
      identity.number = layout.payload(of: state, opening, as: Payload.self)._$id.number
    }
  }
}
