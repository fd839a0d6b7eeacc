import Synchronization
import Troupe
import TroupeRecording

/// What the inspector knows about a store.
final class StoreRecord: Sendable {
  struct RunningEffect: Sendable {
    let info: EffectInfo
    let start: ContinuousClock.Instant
  }

  /// The state that was last read, and what the last turn changed in it.
  struct StateTree: Sendable {
    var state: RecordedValue
    var changes: [ValueDifference]
    /// The number of the turn; nil if the state was read between turns.
    var turn: UInt64?
    /// Why there is no state.
    var problem: String?
  }

  struct Figures: Sendable {
    var turns: UInt64 = 0
    var actions = 0
    var dropped = 0
    var overflows = 0
    var effectsStarted = 0
    var effectsFailed = 0
    var effectsCancelled = 0
    var dismissals = 0
    var saves = 0
    var unsavedTurnCount: UInt64 = 0
    var lastSaveWait = Duration.zero
    var longestSaveWait = Duration.zero
    var longestTurn = Duration.zero
    /// The number of turns by the logarithm of their duration in nanoseconds.
    var turnDurations = [UInt32](repeating: 0, count: 40)

    mutating func add(turn duration: Duration) {
      longestTurn = max(longestTurn, duration)
      let nanoseconds = max(1, duration.wholeNanoseconds)
      turnDurations[min(turnDurations.count - 1, 63 - nanoseconds.leadingZeroBitCount)] += 1
    }
  }

  struct Content: Sendable {
    var figures = Figures()
    var scopes: [ScopePath: ContinuousClock.Instant] = [:]
    var effects: [EffectID: RunningEffect] = [:]
    var lastTurn: ContinuousClock.Instant?
    var tree: StateTree?
    /// The state before and after the actions of the current turn, if somebody looks at it.
    var before: RecordedValue?
    var after: RecordedValue?
    var attached: AttachedStore?
  }

  let info: StoreInfo
  let content = Mutex(Content())
  /// Whether the state after the next turn is to be read.
  let wantsState = Atomic(false)

  init(info: StoreInfo) { self.info = info }
}

/// A program's store that the inspector can ask.
struct AttachedStore: Sendable {
  /// What the program allows.
  let allowed: Inspector.Permissions
  let key: String?
  /// Whether the store still exists.
  let isAlive: @Sendable () -> Bool
  let state: @Sendable () async throws -> RecordedValue?
  let statistics: @Sendable () async -> StoreStatistics?
  let effects: @Sendable () async -> [EffectSnapshot]?
  let cancel: @Sendable (EffectID) async -> Bool
  /// Sends an encoded action; nil if actions can't be decoded.
  let send: (@Sendable (RecordedValue) async throws -> Void)?
  let samples: [RecordedValue]
}
