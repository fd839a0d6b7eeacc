extension Mistake {
  /// Mistakes in the closure of `Reduce`, and in the effects that it returns.
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
        enum Action { case start }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start:
              return .run { send in
                await send(.nope)  //! 'F.Action' has no member 'nope'
              }
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
              return .send(.start)
                .debounce(id: 1, for: .seconds(1))  //! missing argument for parameter 'clock'
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
            .run { send in
              send(.start)  //! await
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
        struct State { var count = 0 }
        enum Action { case set(Int) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .set(let value):
              state.count = value
              return .send(.set("1"))  //! 'String' to expected argument type 'Int'
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
        enum Action { case set(Int) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            return .send(.set)  //! 'set' expects argument of type 'Int'
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case set(Int) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .run { send in
              await send(.set(state.count))  //! 'inout' parameter 'state'
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
            return .fireAndForget { }  //! no member 'fireAndForget'
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
            return .cancel("timer")  //! 'cancel'
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      struct ID {}
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            return .send(.start).cancellable(id: ID())  //! requires that 'ID' conform to 'Hashable'
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
            return .send(.start).cancelable(id: 1)  //! no member 'cancelable'
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
        @Dependency(\.continuousClock) var clock
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            return .run { send in
              try await clock.sleep(for: 1)  //! 'Int' to expected argument type
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
            return .send(.start).retry(attempts: 3)  //! extraneous argument label
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
            return .merge(.send(.start), .cancel(1))  //! missing argument label 'id:'
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
        @Dependency(\.continuousClock) var clock
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            return .send(.start).throttle(id: 1, for: .seconds(1), clock: clock, last: true)  //! extra argument 'last'
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
        struct State { var count = 0 }
        enum Action { case start, done(Int) }
        @Dependency(\.continuousClock) var clock
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start:
              return .merge(
                .cancel(id: 1),
                .run { send in
                  try await clock.sleep(for: .seconds(1))
                  await send(.don(1))  //! 'F.Action' has no member 'don'
                }
              )
            case .done(let count):
              state.count = count
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
        enum Action { case start, failed(String) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .run { send in
              await send(.start)
            } catch: { error, send in
              await send(.failed(error))  //! 'any Error' to expected argument type 'String'
            }
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      enum M { static func load() async throws -> Int { 1 } }
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start, done(Int) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .run { send in
              await send(.done(M.load()))  //! not marked with 'try'
            }
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      enum M { static func load() async throws -> Int { 1 } }
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start, done(Int) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .run {  //! expects 1 argument
              _ = try await M.load()
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
        @Dependency(\.continuousClock) var clock
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .send(.start).timeout(.seconds(1), clock: clock)  //! after
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
            .send(.start).limited(id: 1)  //! missing argument for parameter 'to'
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
        @Dependency(\.continuousClock) var clock
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .send(.start).debounce(for: .seconds(1), clock: clock)  //! missing argument for parameter 'id'
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
        @Dependency(\.continuousClock) var clock
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .send(.start).debounce(id: 1, for: 0.3, clock: clock)  //! 'Double'
          }
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
