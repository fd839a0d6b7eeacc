extension Mistake {
  /// Mistakes in the use of a store.
  static let withStores = [
    Mistake(
      #"""
      func f(_ store: StoreOf<Child>) async {
        store.send(.go)  //! 'send(_:fileID:filePath:line:column:)' cannot be called from outside of the actor
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: StoreOf<Child>) async {
        await store.send(.gone)  //! 'Child.Action' has no member 'gone'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: StoreOf<Child>) async {
        print(store.state.id)  //! 'state' cannot be accessed from outside of the actor
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: StoreOf<Child>) async throws {
        try await store.wait(until: { $0.idd == 1 })  //! no member 'idd'
      }
      """#
    ),
    Mistake(
      #"""
      func f() {
        _ = Store(initialState: Child.State()) { Other() }  //! Other
      }
      """#
    ),
    Mistake(
      #"""
      func f() {
        _ = Store(Child.State()) { Child() }  //! missing argument label 'initialState:'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: StoreOf<Host>) async {
        _ = await store.scope(state: \.child, action: \.typo)  //! The action has no case of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: StoreOf<Host>) async {
        _ = await store.scope(state: \.typo, action: \.child)  //! The state has no property of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: StoreOf<Host>) async {
        _ = await store.scope(\.child, action: \.typo)  //! The action has no case of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: StoreOf<Host>) async {
        _ = await store.scope(\.typo, action: \.child)  //! The state has no property of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ kind: StoreEvent.Kind) -> Bool {
        switch kind {  //! 'StoreEvent.Kind' may have additional unknown values
        case .actionReceived, .actionReduced, .actionDropped, .inboxOverflow: false
        case .effectStarted, .effectEnded, .effectFailed, .effectCancelled, .effectDropped: true
        case .scopeBegan, .scopeEnded, .dismissed: false
        }
      }
      """#
    ),
  ]
}
