import Troupe
import TroupeTesting

/// A program that knows nothing of schedulers, with a race and without it.
protocol CapturedRace: Sendable {
  init(isCorrected: Bool)

  /// Uses the program, and throws if the race has occurred.
  func run() async throws
}

/// Work that takes a number of turns.
private func work(_ turns: Int) async {
  // not a wait: so long is the work, in steps.
  for _ in 0..<turns { await Task.yield() }
}

/// A profile shows what is cached at once, and what the server has when it arrives. Both are unstructured
/// tasks.
struct StaleCache: CapturedRace {
  actor Profile {
    private(set) var name = ""
    private var isFresh = false

    func show(cached name: String, isCorrected: Bool) {
      if !isCorrected || !isFresh { self.name = name }
    }

    func show(fresh name: String) {
      self.name = name
      isFresh = true
    }
  }

  let isCorrected: Bool

  func run() async throws {
    let profile = Profile()
    let cached = Task { await profile.show(cached: "old", isCorrected: isCorrected) }
    let fresh = Task {
      await work(2)
      await profile.show(fresh: "new")
    }
    await cached.value
    await fresh.value
    if await profile.name != "new" { throw WrongState(description: "shows what was cached") }
  }
}

/// A search model on the main actor shows the response that arrived last, regardless of the query.
struct LateMainActorResponse: CapturedRace {
  @MainActor final class Model {
    private(set) var results = ""
    private var search: Task<Void, Never>?
    private let isCorrected: Bool

    init(isCorrected: Bool) { self.isCorrected = isCorrected }

    func queryChanged(_ query: String) -> Task<Void, Never> {
      if isCorrected { search?.cancel() }
      let task = Task {
        let found = await Self.find(query)
        if !Task.isCancelled { results = found }
      }
      search = task
      return task
    }

    private nonisolated static func find(_ query: String) async -> String {
      await work(1)
      return query
    }
  }

  let isCorrected: Bool

  func run() async throws {
    let model = await Model(isCorrected: isCorrected)
    let first = await model.queryChanged("a")
    let second = await model.queryChanged("ab")
    await first.value
    await second.value
    let results = await model.results
    if results != "ab" { throw WrongState(description: "shows the results of \(results)") }
  }
}

/// An account checks its balance, waits for a confirmation, and withdraws. Meanwhile the actor is re-entered.
struct ReenteredActor: CapturedRace {
  actor Account {
    private(set) var balance = 10

    func withdraw(_ amount: Int, isCorrected: Bool) async {
      guard balance >= amount else { return }
      await Self.confirm()
      // The balance may have changed during the confirmation.
      if !isCorrected || balance >= amount { balance -= amount }
    }

    private nonisolated static func confirm() async { await work(1) }
  }

  let isCorrected: Bool

  func run() async throws {
    let account = Account()
    let first = Task { await account.withdraw(7, isCorrected: isCorrected) }
    await work(8)
    let second = Task { await account.withdraw(7, isCorrected: isCorrected) }
    await first.value
    await second.value
    let balance = await account.balance
    if balance < 0 { throw WrongState(description: "the balance is \(balance)") }
  }
}
