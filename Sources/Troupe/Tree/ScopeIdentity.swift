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
  /// The layout of a state that is an enum.
  private let layout: EnumLayout<State>?
  /// Reads the id of the state, or of the payload of a case, by the number of the case.
  private let ids: [((State) -> AnyHashable?)?]

  init() {
    layout = EnumLayout<State>()
    if let type = State.self as? any Identifiable.Type {
      ids = [Self.reader(type)]
    } else if let layout {
      ids = layout.cases().map { declared in
        (declared.payload as? any Identifiable.Type).map { Self.reader($0, layout, declared.opening) }
      }
    } else {
      ids = []
    }
  }

  func callAsFunction(_ state: State, generation: UInt64 = 0) -> ScopeIdentity {
    var identity = ScopeIdentity(generation: generation)
    if let layout { identity.tag = layout.tag(of: state) }
    if !ids.isEmpty { identity.id = ids[ids.count == 1 ? 0 : identity.tag]?(state) }
    return identity
  }

  private static func reader<Value: Identifiable>(_ type: Value.Type) -> (State) -> AnyHashable? {
    { state in (state as? Value).map { AnyHashable($0.id) } }
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
