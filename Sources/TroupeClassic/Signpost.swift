/// A moment in the life of a reducer or of its work, as `signpost(_:log:)` marks it.
public struct Signpost: Sendable {
  /// What is marked.
  public enum Name: Sendable, Hashable {
    /// A reducer reduces an action.
    case action
    /// A piece of work runs.
    case effect
    /// A piece of work sends an action.
    case output
  }

  /// Which moment of it.
  public enum Phase: Sendable, Hashable {
    /// An interval begins.
    case begin
    /// Something happens that has no length.
    case event
    /// An interval ends.
    case end
  }

  /// What is marked.
  public let name: Name
  /// Which moment of it.
  public let phase: Phase
  /// The same number in the beginning of an interval, in the events that belong to it and in its end.
  public let id: UInt64
  /// The prefix, and what happened.
  public let message: String
  /// The log that the reducer names.
  public let log: OSLog
}

/// What records signposts.
public struct SignpostRecorder: Sendable {
  let record: (@Sendable (Signpost) -> Void)?

  /// Makes one from a closure.
  ///
  /// - Parameter record: Gets each signpost: those of actions inside of a turn, on the store's executor,
  ///   those of effects in their tasks.
  public init(_ record: @escaping @Sendable (Signpost) -> Void) {
    self.record = record
  }

  private init() {
    record = nil
  }

  /// Records nothing: reducers run as if they had no signposts.
  public static var none: SignpostRecorder { SignpostRecorder() }
}

extension DependencyValues {
  /// What records the signposts of reducers; nothing, unless it is set.
  public var signpostRecorder: SignpostRecorder {
    get { self[SignpostRecorderKey.self] }
    set { self[SignpostRecorderKey.self] = newValue }
  }
}

private enum SignpostRecorderKey: DependencyKey {
  static var liveValue: SignpostRecorder { .none }
  static var testValue: SignpostRecorder { .none }
}
