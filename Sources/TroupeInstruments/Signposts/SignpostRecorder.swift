import Troupe

/// A recorder of signposts, which calls a function for each signpost.
public struct SignpostRecorder: Sendable {
  let record: (@Sendable (Signpost) -> Void)?

  /// Creates a recorder from a closure.
  ///
  /// - Parameter record: A closure that receives each signpost. It is called for actions during the turn, on
  ///   the store's executor, and for effects in their tasks.
  public init(_ record: @escaping @Sendable (Signpost) -> Void) {
    self.record = record
  }

  private init() {
    record = nil
  }

  /// A recorder that records nothing, so that reducers run as if they had no signposts.
  public static var none: SignpostRecorder { SignpostRecorder() }
}

extension DependencyValues {
  /// The recorder of reducers' signposts. The default is `SignpostRecorder.system` on Apple's platforms. In
  /// tests and on other platforms, the default records nothing.
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
