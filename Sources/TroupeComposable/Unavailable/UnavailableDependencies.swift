import TroupeDependencies

#if canImport(Dispatch)
  public import Dispatch
#endif

extension DependencyValues {
  /// The main queue, on which programs that used Combine wait: `continuousClock`.
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

  /// The main run loop, on which programs that used Combine wait: `continuousClock`.
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

  /// Catches the session of Foundation's networking.
  @available(
    *,
    unavailable,
    message:
      "Declare a client with the endpoints that you use. See 'Dependencies' in the guide 'Coming from the Composable Architecture'."
  )
  public var urlSession: Never {
    get { fatalError("It can't be called.") }
    set {}
  }

  /// Catches SwiftUI's action that opens a URL.
  @available(
    *,
    unavailable,
    message:
      "Declare a client with a function that opens a URL. See 'Dependencies' in the guide 'Coming from the Composable Architecture'."
  )
  public var openURL: Never {
    get { fatalError("It can't be called.") }
    set {}
  }
}

#if canImport(Dispatch)
  extension DispatchQueue {
    /// Catches a test scheduler of Combine.
    @available(
      *,
      unavailable,
      message:
        "Use a clock instead of a scheduler: a test store has one, 'store.clock'. See 'Clocks' in the guide 'Coming from the Composable Architecture'."
    )
    public static var test: Never { fatalError("It can't be called.") }

    /// Catches an immediate scheduler of Combine.
    @available(
      *,
      unavailable,
      message:
        "Use a clock instead of a scheduler: 'ImmediateClock()'. See 'Clocks' in the guide 'Coming from the Composable Architecture'."
    )
    public static var immediate: Never { fatalError("It can't be called.") }
  }
#endif
