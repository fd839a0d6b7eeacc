extension Mistake {
  /// Mistakes with the case or the container of a child's operator.
  static let atCases =
    [
      (
        #"var c: Child.State?"#, #"c(Child.Action), tap"#, #".ifLet(\.c, action: \.tap)"#,
        "must have the child's actions as its payload"
      ),
      (
        #"@Presents var c: Child.State?"#, #"c(PresentationAction<Child.Action>), tap"#,
        #".ifLet(\.$c, action: \.tap)"#, "must have the child's actions as its payload"
      ),
      (
        #"var rows: IdentifiedArrayOf<Child.State> = []"#, #"rows(IdentifiedActionOf<Child>), tap"#,
        #".forEach(\.rows, action: \.tap)"#, "must have the child's actions as its payload"
      ),
      (
        #"var path = StackState<Child.State>()"#, #"path(StackActionOf<Child>), tap"#,
        #".forEach(\.path, action: \.tap)"#, "must have the child's actions as its payload"
      ),
      (
        #"var rows: IdentifiedArrayOf<Child.State> = []"#, #"rows(IdentifiedActionOf<Child>), number(Int)"#,
        #".forEach(\.rows, action: \.number)"#, "'Int'"
      ),
      (
        #"var path = StackState<Child.State>()"#, #"path(Child.Action)"#,
        #".forEach(\.path, action: \.path)"#, "have their actions in a 'StackAction'"
      ),
      (
        #"var path = StackState<Child.State>()"#, #"path(IdentifiedActionOf<Child>)"#,
        #".forEach(\.path, action: \.path)"#, "have their actions in a 'StackAction'"
      ),
      (
        #"var path: [Child.State] = []"#, #"path(StackActionOf<Child>)"#,
        #".forEach(\.path, action: \.path)"#, "need a 'StackState'"
      ),
      (
        #"var rows: IdentifiedArrayOf<Child.State> = []"#, #"rows(StackActionOf<Child>)"#,
        #".forEach(\.rows, action: \.rows)"#, "need a 'StackState'"
      ),
      (
        #"var rows: IdentifiedArrayOf<Child.State> = []"#, #"rows(IdentifiedAction<String, Child.Action>)"#,
        #".forEach(\.rows, action: \.rows)"#, "IdentifiedAction<Int, Child.Action>"
      ),
      (
        #"var c: Child.State?"#, #"c(Child.Action)"#, #".forEach(\.c, action: \.c)"#,
        "'Optional<Child.State>' conform to '_IdentifiedArrayOrDictionaryOrStack'"
      ),
      (
        #"var rows: IdentifiedArrayOf<Child.State> = []"#, #"rows(IdentifiedActionOf<Child>)"#,
        #".ifLet(\.rows, action: \.rows)"#, "conform to '_OptionalOrPresents'"
      ),
      (
        #"@Presents var c: Child.State?"#, #"c(PresentationAction<Child>)"#, #".ifLet(\.$c, action: \.c)"#,
        "'Child.Action' to expected argument type 'Child'"
      ),
      (#"var c: Child.State?"#, #"c(Child.Action)"#, #".ifLet(state: \.c, action: \.c)"#, "label 'state:'"),
    ]
    .map { state, action, line, words in
      Mistake(
        """
        @Reducer struct F {
          struct State { \(state) }
          enum Action { case \(action) }
          var body: some ReducerOf<Self> {
            EmptyReducer()
              \(line) { Child() }  //! \(words)
          }
        }
        """
      )
    }

  /// Mistakes with bindings.
  static let withBindings =
    [
      (#"send(.set(\.typo, 1))"#, "no property of this name and this type"),
      (#"send(.binding(.set(\.typo, 1)))"#, "no property of this name and this type"),
      (#"send(.set(\.count, "1"))"#, "no property of this name and this type"),
      (#"send(.binding(.set(\.count, "1")))"#, "no property of this name and this type"),
    ]
    .map { call, words in
      Mistake(
        """
        @Reducer struct F {
          struct State: Equatable { var count = 0 }
          enum Action: BindableAction { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> { BindingReducer() }
        }
        func f(_ store: TestStore<F.State, F.Action>) async {
          await store.\(call)  //! \(words)
        }
        """
      )
    } + [
      Mistake(
        #"""
        @Reducer struct F {
          struct State { var count = 0 }
          enum Action: BindableAction { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .binding(\.typo): .none  //! no property of this name that can be set
              case .binding: .none
              }
            }
          }
        }
        """#
      ),
      Mistake(
        #"""
        @Reducer struct F {
          struct State { var count = 0 }
          enum Action { case binding(BindingAction<State>) }
          var body: some ReducerOf<Self> {
            BindingReducer()  //! conform to 'BindableAction'
          }
        }
        """#
      ),
    ]
}
