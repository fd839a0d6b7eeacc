extension Mistake {
  /// Mistakes with dependencies.
  static let withDependencies = [
    Mistake(
      #"""
      struct Value {}
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        @Dependency(Value.self) var plain  //! requires that 'Value' conform to 'TestDependencyKey'
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        @Dependency(\.weather) var weather: Int  //! 'DependencyValues' has no property 'weather' of this type
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#
    ),
    Mistake(
      #"""
      struct Value {}
      enum Key: DependencyKey {  //! DependencyKey
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        @Dependency(\.weather) var weather
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            .run { send in
              _ = weather.temprature  //! no member 'temprature'
            }
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      func test() {
        withDependencies {
          $0.weahter = Weather()  //! no member 'weahter'
        } operation: {
        }
      }
      """#
    ),
    Mistake(
      #"""
      @DependencyClient struct Client {
        var fetch: @Sendable () async -> Int  //! 'fetch' can't throw
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State { var count = 0 }
        enum Action { case start }
        @Dependency(\.weahter) var weather  //! 'DependencyValues' has no property 'weahter'
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.count = weather.temperature()
            return .none
          }
        }
      }
      """#
    ),
    Mistake(
      #"""
      struct Caller {
        @Dependency(\.weather.temprature) var temperature  //! 'DependencyValues' has no property 'weather.temprature'
      }
      """#
    ),
    Mistake(
      #"""
      struct Client { var fetch: () -> Int = { 1 } }
      enum Key: DependencyKey { static var liveValue: Client { Client() } }  //! 'Client' does not conform to the 'Sendable'
      """#
    ),
    Mistake(
      #"""
      func f() {
        withDependencies {
          $0[keyPath: \.typo] = Weather()  //! no member 'typo'
        } operation: {
        }
      }
      """#
    ),
  ]
}
