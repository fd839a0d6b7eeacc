extension Mistake {
  /// Mistakes in the closure of `Reduce`: with the state, and with the returned value.
  static let inReduce = [
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start:
              state.cuont += 1  //! no member 'cuont'
              return .none
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
        enum Action { case start }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start:
              state.count += 1  //! '()' to specified type 'Effect<F.Action>'
              .none
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
        enum Action { case start }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.count += 1  //! '()' to closure result type 'Effect<F.Action>'
          }
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
          Reduce { state, action in
            state.count = "1"  //! 'String' to type 'Int'
            return .none
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { @Presents var child: Child.State? }
        enum Action { case start, child(PresentationAction<Child.Action>) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start:
              state.chlid = Child.State()  //! 'F.State' has no member 'chlid'
              return .none
            case .child:
              return .none
            }
          }
          .ifLet(\.$child, action: \.child) { Child() }
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var child = Child.State() }
        enum Action { case start, child(Child.Action) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            return Child().reduce(into: &state.child, action: .go)  //! 'Effect<Child.Action>'
          }
        }
      }
      """#
    ),
  ]
}
