extension Mistake {
  /// Mistakes in the work that a reducer returns, and in the actions that it sends.
  static let inEffects = [
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
  ]
}
