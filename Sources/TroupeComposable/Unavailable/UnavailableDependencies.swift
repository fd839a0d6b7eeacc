import TroupeDependencies

#if canImport(Dispatch)
  public import Dispatch
#endif

extension DependencyValues {
  /// A replacement for the main queue, on which programs that used Combine wait. The replacement returns
  /// `continuousClock`.
  @available(
    *,
    deprecated,
    message:
      "Wait on a clock: '@Dependency(\\.continuousClock)'. See 'Dependencies' in the guide 'Coming from the Composable Architecture'."
  )
  public var mainQueue: any Clock<Duration> {
    get { continuousClock }
    set { continuousClock = newValue }
  }

  /// A replacement for the main run loop, on which programs that used Combine wait. The replacement returns
  /// `continuousClock`.
  @available(
    *,
    deprecated,
    message:
      "Wait on a clock: '@Dependency(\\.continuousClock)'. See 'Dependencies' in the guide 'Coming from the Composable Architecture'."
  )
  public var mainRunLoop: any Clock<Duration> {
    get { continuousClock }
    set { continuousClock = newValue }
  }

  /// An unavailable counterpart of the dependency for Foundation's URL session.
  @available(
    *,
    unavailable,
    message:
      "Declare a client with the endpoints that you use. See 'Dependencies' in the guide 'Coming from the Composable Architecture'."
  )
  public var urlSession: Never {
    get { fatalError("This API is unavailable.") }
    set {}
  }

  /// An unavailable counterpart of the dependency for SwiftUI's action that opens a URL.
  @available(
    *,
    unavailable,
    message:
      "Declare a client with a function that opens a URL. See 'Dependencies' in the guide 'Coming from the Composable Architecture'."
  )
  public var openURL: Never {
    get { fatalError("This API is unavailable.") }
    set {}
  }
}

#if canImport(Dispatch)
  extension DispatchQueue {
    /// An unavailable counterpart of a Combine test scheduler.
    @available(
      *,
      unavailable,
      message:
        "Use a clock instead of a scheduler: a test store has one, 'store.clock'. See 'Clocks' in the guide 'Coming from the Composable Architecture'."
    )
    public static var test: Never { fatalError("This API is unavailable.") }

    /// An unavailable counterpart of a Combine immediate scheduler.
    @available(
      *,
      unavailable,
      message:
        "Use a clock instead of a scheduler: 'ImmediateClock()'. See 'Clocks' in the guide 'Coming from the Composable Architecture'."
    )
    public static var immediate: Never { fatalError("This API is unavailable.") }
  }
#endif
