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
    /// The paths of the children that the state presents.
    var presented: [String] = []
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

  /// A child with effects.
  struct OpenScope: Sendable {
    let start: ContinuousClock.Instant
    /// The number by which a page names it, since its path can contain payloads.
    let number: Int
  }

  struct Content: Sendable {
    var figures = Figures()
    var scopes: [ScopePath: OpenScope] = [:]
    private var scopeCount = 0
    var effects: [EffectID: RunningEffect] = [:]
    var lastTurn: ContinuousClock.Instant?
    var tree: StateTree?
    /// The state before and after the actions of the current turn, if somebody looks at it.
    var before: RecordedValue?
    var after: RecordedValue?
    var presented: [String] = []
    var attached: AttachedStore?

    mutating func begin(_ scope: ScopePath) {
      scopeCount += 1
      scopes[scope] = OpenScope(start: .now, number: scopeCount)
    }
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
  let state: @Sendable () async throws -> (tree: RecordedValue, presented: [String])?
  let statistics: @Sendable () async -> StoreStatistics?
  let effects: @Sendable () async -> [EffectSnapshot]?
  let cancel: @Sendable (EffectID) async -> Bool
  let dismissible: @Sendable () async -> [ScopePath]
  let dismiss: @Sendable (ScopePath) async -> Bool
  /// Sends an encoded action; nil if actions can't be decoded.
  let send: (@Sendable (RecordedValue) async throws -> Void)?
  let samples: [RecordedValue]
}
