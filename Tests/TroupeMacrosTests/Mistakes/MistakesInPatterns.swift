extension Mistake {
  /// Mistakes in the patterns with which a reducer examines its action.
  static let inPatterns = [
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start, stop }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .strat:  //! 'F.Action' has no member 'strat'
              return .none
            case .stop:
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
        enum Action { case start, stop }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {  //! exhaustive
            case .start: return .none
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
        enum Action { case start, stop }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            if case .strat = action { return .none }  //! 'F.Action' has no member 'strat'
            return .none
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start, stop }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start(let x):  //! does not match enum case 'start'
              return .none
            case .stop: return .none
            }
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct C {
        struct State {}
        enum Action { case go }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      @Reducer struct F {
        struct State { var c = C.State() }
        enum Action { case c(C.Action) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .c(.gone):  //! 'C.Action' has no member 'gone'
              return .none
            case .c: return .none
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
            case .strat:  //! 'F.Action' has no member 'strat'
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
        enum Action { case start(Int), stop }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .strat(let count):  //! F.Action
              state.count = count
              return .none
            case .stop:
              return .none
            }
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      struct F: Reducer {
        struct State { var count = 0 }
        enum Action { case start(Int), stop }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start(let count):
              state.count = count
            case .strat:  //! 'F.Action' has no member 'strat'
              break
            }
            return .none
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start(Int), stop }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .start(let count):
            state.count = count
          case .strat:  //! 'F.Action' has no member 'strat'
            break
          }
          return .none
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .strat:  //! 'F.Action' has no member 'strat'
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
        enum Action { case child(PresentationAction<Child.Action>) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .child(.presented(.gone)):  //! 'Child.Action' has no member 'gone'
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
  ]
}
