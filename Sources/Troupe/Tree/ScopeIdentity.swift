/// What makes a child's state that child's, and not another's in the same place.
struct ScopeIdentity: Hashable {
  /// The number of the presentation.
  var generation: UInt64 = 0
  /// The case, for a state that is an enum.
  var tag = 0
  /// The id of the state, or of the payload of the case.
  var id: AnyHashable?
}

/// Reads the identity of states of one type; how is worked out once.
struct IdentityReader<State> {
  /// The number of the case of a state that is an enum.
  private let tag: ((State) -> Int)?
  /// The id of a state, or of the payload of the case that it is in, by the number of the case.
  private let id: ((State, _ tag: Int) -> AnyHashable?)?

  init() {
    let layout = EnumLayout<State>()
    tag = layout.map { layout in { layout.tag(of: $0) } }
    if let type = State.self as? any Identifiable.Type {
      id = Self.reader(type)
    } else if let layout {
      let readers = layout.cases().map { declared in
        (declared.payload as? any Identifiable.Type).map { Self.reader($0, layout, declared.opening) }
      }
      id = readers.contains { $0 != nil } ? { readers[$1]?($0) } : nil
    } else {
      id = nil
    }
  }

  func callAsFunction(_ state: State, generation: UInt64 = 0) -> ScopeIdentity {
    var identity = ScopeIdentity(generation: generation)
    if let tag { identity.tag = tag(state) }
    if let id { identity.id = id(state, identity.tag) }
    return identity
  }

  /// - Parameter type: The type of the state.
  private static func reader<Value: Identifiable>(_ type: Value.Type) -> (State, Int) -> AnyHashable? {
    { state, _ in
      withUnsafePointer(to: state) { state in
        // `Value` is `State` itself; a cast would look that up each time.
        state.withMemoryRebound(to: Value.self, capacity: 1) { AnyHashable($0.pointee.id) }
      }
    }
  }

  private static func reader<Payload: Identifiable>(
    _ type: Payload.Type,
    _ layout: EnumLayout<State>,
    _ opening: EnumLayout<State>.Opening
  ) -> (State) -> AnyHashable? {
    { state in
      let payload = layout.payload(of: state, opening, as: Payload.self)
      return AnyHashable(payload.id)
    }
  }
}
