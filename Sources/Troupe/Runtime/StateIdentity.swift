/// Tells values apart by the id that they carry, where their type is `Identifiable`.
///
/// How to get at the id is found out once, when the identity is made.
struct StateIdentity<State> {
  private let id: ((State) -> AnyHashable?)?

  init() {
    func reader<Value: Identifiable>(_ type: Value.Type) -> (State) -> AnyHashable? {
      { state in (state as? Value).map { AnyHashable($0.id) } }
    }
    id = (State.self as? any Identifiable.Type).map { reader($0) }
  }

  func callAsFunction(_ state: State) -> AnyHashable? { id?(state) }
}
