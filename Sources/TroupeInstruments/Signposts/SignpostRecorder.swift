import Troupe

/// A function that records signposts.
public struct SignpostRecorder: Sendable {
  let record: (@Sendable (Signpost) -> Void)?

  /// Creates a recorder from a closure.
  ///
  /// - Parameter record: Gets each signpost. It is called for actions during the turn, on the store's
  ///   executor, and for effects in their tasks.
  public init(_ record: @escaping @Sendable (Signpost) -> Void) {
    self.record = record
  }

  private init() {
    record = nil
  }

  /// A recorder that records nothing: reducers run as if they had no signposts.
  public static var none: SignpostRecorder { SignpostRecorder() }
}

extension DependencyValues {
  /// The recorder for the signposts of reducers. The default is `SignpostRecorder.system` on Apple's
  /// platforms, and records nothing elsewhere and in tests.
  public var signpostRecorder: SignpostRecorder {
    get { self[SignpostRecorderKey.self] }
    set { self[SignpostRecorderKey.self] = newValue }
  }
}

private enum SignpostRecorderKey: DependencyKey {
  #if canImport(os)
    static var liveValue: SignpostRecorder { .system }
  #else
    static var liveValue: SignpostRecorder { .none }
  #endif
  static var testValue: SignpostRecorder { .none }
}
