extension Mistake {
  /// Mistakes in the declarations that macros are attached to, and with case paths.
  static let withMacros = [
    Mistake(
      #"""
      @Reducer struct F {  //! needs the type 'State'
        enum Action { case start }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {  //! needs a 'body'
        struct State {}
        enum Action { case start }
      }
      """#
    ),
    Mistake(
      #"""
      final class Box { var x = 1 }
      @Reducer struct F {
        struct State {}
        enum Action: Sendable { case start(Box) }  //! has non-Sendable type 'Box'
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#
    ),
    Mistake(
      #"""
      struct F {
        struct State {}
        enum Action { case start }
        var body: some ReducerOf<Self> { EmptyReducer() }  //! 'F' does not conform to protocol 'Reducer'
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer enum Destination {
        case child(Child)
        case text(String)  //! ReducerCaseIgnored
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer enum Destination {
        case child(Child)
        case item(Int?)  //! ReducerCaseIgnored
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer enum Destination {
        case child(Chidl)  //! 'Chidl'
      }
      """#
    ),
    Mistake(
      #"""
      @CasePathable enum E {
        case a(Unknwon)  //! 'Unknwon'
      }
      """#
    ),
    Mistake(
      #"""
      @Reducer struct F {
        struct State {}
        enum Action { case a(Unknwon) }  //! 'Unknwon'
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """#
    ),
    Mistake(
      #"""
      enum E { case a(Int) }
      func f(_ e: E) {
        print(e.is(\.a))  //! no member 'is'
      }
      """#
    ),
    Mistake(
      #"""
      @ObservableState final class C { var x = 1 }  //! '@ObservableState' can only be applied
      """#
    ),
  ]
}
