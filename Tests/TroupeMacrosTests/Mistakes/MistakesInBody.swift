extension Mistake {
  /// Mistakes with the operators of reducers.
  static let inBody = [
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c = Child.State() }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          Scope(state: \.c, action: \.d) { Child() }  //! no dynamic member 'd'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c = Child.State() }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          Scope(\.c, action: \.d) { Child() }  //! no dynamic member 'd'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c: Child.State? }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.c, action: \.d) { Child() }  //! no dynamic member 'd'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c: Child.State? }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.c, action: \.c) { Other() }  //! Other
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { @Presents var c: Child.State? }
        enum Action { case c(PresentationAction<Child.Action>) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.$c, action: \.c) { Other() }  //! Other
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { let c: Child.State? }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.c, action: \.c) { Child() }  //! WritableKeyPath
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        enum State { case c(Child.State), none }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifCaseLet(\.d, action: \.c) { Child() }  //! no dynamic member 'd'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c: Child.State? }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifCaseLet(\.c, action: \.c) { Child() }  //! State
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        enum State { case c(Child.State), none }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifCaseLet(\.c, action: \.c) { Other() }  //! Other
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
        enum Action { case rows(IdentifiedActionOf<Child>) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .forEach(\.rows, action: \.rows) { Other() }  //! Other
        }
      }
      """#
    ),
    Mistake(
      #"""
      struct Value {}
      @Reducer struct F {
        struct State { var rows: IdentifiedArrayOf<Value> = [] }  //! 'Value' does not conform to protocol 'Identifiable'
        enum Action { case rows }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#
    ),
    Mistake(
      #"""
      struct Value {}
      @Reducer struct F {
        struct State { var plain = Value() }
        enum Action { case start }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .onChange(of: \.plain) { old, new in Reduce { _, _ in .none } }  //! requires that 'Value' conform to 'Equatable'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .dependency(\.weather, 1)  //! Weather
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { @Presents var c: Child.State? }
        enum Action { case c(PresentationAction<Child.Action>) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.c, action: \.c) { Child() }  //! pass its projection
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c: Child.State? }
        enum Action { case c(PresentationAction<Child.Action>) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.c, action: \.c) { Child() }  //! need a property with '@Presents'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { @Presents var c: Child.State? }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.$c, action: \.c) { Child() }  //! must have its actions in a 'PresentationAction'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c = Child.State() }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.c, action: \.c) { Child() }  //! requires that 'Child.State' conform to '_OptionalOrPresents'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var rows: [Child.State] = [] }
        enum Action { case rows(IdentifiedActionOf<Child>) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .forEach(\.rows, action: \.rows) { Child() }  //! needs an 'IdentifiedArray', not an array
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
        enum Action { case rows(Child.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .forEach(\.rows, action: \.rows) { Child() }  //! have their actions in an 'IdentifiedAction'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var rows: IdentifiedArrayOf<Child.State> = [] }
        enum Action { case rows(IdentifiedActionOf<Child>) }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .forEach(\.typo, action: \.rows) { Child() }  //! no member 'typo'
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c = Child.State() }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          Scope(state: \.typo, action: \.c) { Child() }  //! no property or case of this name
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c: Child.State? }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          Scope(state: \.c, action: \.c) { Child() }  //! 'ifLet' is for an optional state
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c = [1] }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          Scope(state: \.c, action: \.c) { Child() }  //! whose type is the child's state
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var c = Child.State() }
        enum Action { case c(Child.Action) }
        var body: some ReducerOf<Self> {
          Scope(state: \.c, action: \.c) { Other() }  //! 'Other.Action'
        }
      }
      """#
    ),
  ]
}
