extension Mistake {
  /// Mistakes in creating and combining effects.
  static let withEffectOperators = [
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
  ]
}
