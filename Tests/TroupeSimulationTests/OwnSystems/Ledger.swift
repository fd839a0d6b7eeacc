import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import TroupeTesting

/// A list of ids to which actions only append.
///
/// Everything that a store of the list tells outside must therefore be a beginning of each later list.
@Reducer
struct Ledger {
  struct State: Codable, Equatable, Sendable {
    var ids: [Int] = []
    /// The newest number that a transient action has selected.
    var selected = 0
  }

  enum Action: Sendable {
    case add(Int)
    /// Appends an id and answers in the same turn.
    case addAndReply(Int, Reply<[Int]>)
    /// Appends an id and answers from an effect, which appends another id before that.
    case work(Int, Reply<[Int]>)
    case worked(Int, Reply<[Int]>)
    case read(Reply<[Int]>)
    case select(Int)
    case look
  }

  /// The id that an effect appends for an id.
  static func second(_ id: Int) -> Int { id + 1_000 }

  let log: LedgerLog

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let id):
        guard state.append(id) else { return .none }
        return .run { [log, ids = state.ids] _ in log.started(id, with: ids) }
      case .addAndReply(let id, let reply):
        _ = state.append(id)
        reply.answer(state.ids)
        return .none
      case .work(let id, let reply):
        _ = state.append(id)
        return .run { [log] send in
          await send(.worked(id, reply))
          // If the store can't save any more, `send` returns to a cancelled effect.
          if !Task.isCancelled { log.tell([Ledger.second(id)], .send) }
        }
      case .worked(let id, let reply):
        _ = state.append(Ledger.second(id))
        reply.answer(state.ids)
        return .none
      case .read(let reply):
        reply.answer(state.ids)
        return .none
      case .select(let number):
        state.selected = max(state.selected, number)
        return .none
      case .look:
        return .none
      }
    }
  }

  static func isTransient(_ action: Action) -> Bool {
    if case .select = action { true } else { false }
  }

  static let codec = StateCodec(State.self, format: JSONFormat())

  static func open(
    in storage: any Storage,
    _ log: LedgerLog,
    _ configuration: StoreConfiguration<Action>
  ) async throws -> StoreOf<Ledger> {
    try await Store(
      initialState: State(),
      storage: storage,
      key: "ledger",
      codec: codec,
      isTransient: isTransient,
      configuration: configuration
    ) {
      Ledger(log: log)
    }
  }
}

extension Ledger.State {
  fileprivate mutating func append(_ id: Int) -> Bool {
    if ids.contains(id) { return false }
    ids.append(id)
    return true
  }
}

/// What the stores of a ledger told outside.
final class LedgerLog: Sendable {
  /// The ways in which a store tells its state.
  enum Output: String, CaseIterable, Sendable {
    case commit, ask, askLater, effect, states, observe, wait, feed
    /// The return of `send` in an effect.
    case send
  }

  struct Facts {
    /// The lists that were told, and how.
    var lists: [(output: Output, ids: [Int])] = []
    /// The ids whose appearance was told, without their position.
    var ids: [(output: Output, id: Int)] = []
    var started: [Int] = []
    /// The newest selection that a finished shutdown has saved.
    var selected = 0
  }

  let facts = Locked(Facts())

  func tell(_ ids: [Int], _ output: Output) {
    facts.withLock { facts in
      if output == .send || output == .wait {
        facts.ids += ids.map { (output, $0) }
      } else {
        facts.lists.append((output, ids))
      }
    }
  }

  func started(_ id: Int, with ids: [Int]) {
    facts.withLock { facts in
      facts.started.append(id)
      facts.lists.append((.effect, ids))
    }
  }

  func saved(_ selected: Int) { facts.withLock { $0.selected = max($0.selected, selected) } }

  /// Checks that the final state has everything that was told. Returns how often each output told something.
  func check(_ final: Ledger.State) -> [Output: Int] {
    let facts = facts.withLock(\.self)
    for (output, ids) in facts.lists where !final.ids.starts(with: ids) {
      reportIssue("\(output.rawValue) told \(ids), and the ledger is \(final.ids).")
    }
    for (output, id) in facts.ids where !final.ids.contains(id) {
      reportIssue("\(output.rawValue) told \(id), and the ledger is \(final.ids).")
    }
    if Set(facts.started).count != facts.started.count {
      reportIssue("An effect started twice: \(facts.started).")
    }
    if Set(final.ids).count != final.ids.count { reportIssue("The ledger has an id twice: \(final.ids).") }
    if final.selected < facts.selected {
      reportIssue("A shutdown saved the selection \(facts.selected), and the ledger has \(final.selected).")
    }
    return Dictionary(facts.lists.map { ($0.output, 1) } + facts.ids.map { ($0.output, 1) }) { $0 + $1 }
  }
}
