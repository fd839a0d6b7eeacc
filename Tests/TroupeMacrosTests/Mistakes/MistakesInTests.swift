extension Mistake {
  /// Mistakes with the test store.
  static let inTests = [
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        store.send(.go)  //! await
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.send(.gone)  //! 'Child.Action' has no member 'gone'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.send(.go) {
          $0.idd = 1  //! no member 'idd'
        }
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(\.typo, 1) { $0.id = 1 }  //! no dynamic member 'typo'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(\.set, "1")  //! 'String' to expected argument type 'Int'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(.go)  //! Equatable
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Plain.State, Plain.Action>) async {
        await store.receive(.gone)  //! 'Plain.Action' has no member 'gone'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(\.go) {
          $0.idd = 1  //! no member 'idd'
        }
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        store.receive(\.go)  //! await
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.send(.go) {
          $0.id = "1"  //! 'String' to type 'Int'
        }
      }
      """#
    ),
    Mistake(
      #"""
      func f() {
        _ = TestStore(initialState: Child.State()) { Other() }  //! Other
      }
      """#
    ),
    Mistake(
      #"""
      func f() {
        _ = TestStore(initialState: Child.State()) {
          Child()
        } withDependencies: {
          $0.weahter = Weather()  //! no member 'weahter'
        }
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        store.exhaustivity = .of  //! no member 'of'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        store.clock.advance(by: .seconds(1))  //! await
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        store.finish()  //! await
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receiveDismissal("/child")  //! missing argument label 'of:'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(\.typo)  //! The action has no case of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(\.typo) { $0.id = 1 }  //! The action has no case of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Host.State, Host.Action>) async {
        await store.receive(\.child.typo)  //! The action has no case of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Plain.State, Plain.Action>) async {
        await store.receive(\.typo)  //! The action has no case of this name
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(.set(1))  //! Equatable
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(.set(1)) { $0.id = 1 }  //! Equatable
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Host.State, Host.Action>) async {
        await store.receive(.child(.set(1)))  //! Equatable
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(Child.Action.set(1))  //! Equatable
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.receive(.gone)  //! 'gone'
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Host.State, Host.Action>) async {
        await store.send(\.child.typo)  //! The action has no case of this name without a payload
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.send(\.typo, 1) { $0.id = 1 }  //! The action has no case of this name with such a payload
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.send(\.set, "1")  //! The action has no case of this name with such a payload
      }
      """#
    ),
    Mistake(
      #"""
      func f(_ store: TestStore<Child.State, Child.Action>) async {
        await store.send(\.set)  //! The action has no case of this name without a payload
      }
      """#
    ),
    Mistake(
      #"""
      struct Value: Sendable {}
      func f() {
        _ = TestStore(initialState: Value()) { EmptyReducer<Value, Int>() }  //! 'Value' conform to 'Equatable'
      }
      """#
    ),
    Mistake(
      #"""
      func f() {
        _ = TestStore(initialState: .init(idd: 1)) { Child() }  //! 'idd:'
      }
      """#
    ),
  ]
}
