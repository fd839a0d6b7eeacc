import Troupe
import TroupeTesting

/// The error of a body when a feature has ended in a forbidden state.
struct WrongState: Error, CustomStringConvertible {
  let description: String
}

/// A small feature with a race, and the same without it.
protocol PlantedRace: Sendable {
  init(isCorrected: Bool)

  /// Uses the feature, and throws if the race has occurred.
  func run(on scheduler: Scheduler) async throws
}

extension PlantedRace {
  /// Lets other tasks run for a while.
  func pass(_ turns: Int) async {
    // not a wait: so long is the work, in steps.
    for _ in 0..<turns { await Task.yield() }
  }
}

/// An upload asks for permission first. Stopping cancels the upload, but not the question.
struct LostCancel: PlantedRace, Reducer {
  struct State: Sendable {
    var isUploading = false
  }

  enum Action: Sendable { case start, allowed, stop }

  let isCorrected: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        let question = Effect<Action>.run(name: "permission") { await $0(.allowed) }
        return isCorrected ? question.cancellable(id: "upload") : question
      case .allowed:
        state.isUploading = true
        return .run(name: "upload") { _ in await pass(3) }.cancellable(id: "upload")
      case .stop:
        state.isUploading = false
        return .cancel(id: "upload")
      }
    }
  }

  func run(on scheduler: Scheduler) async throws {
    let store = Store(initialState: State(), configuration: scheduler.configuration()) { self }
    await store.send(.start)
    await pass(4)
    await store.send(.stop)
    await scheduler.settle()
    if await store.isUploading { throw WrongState(description: "uploads although it was stopped") }
  }
}

/// A purchase reads the balance, and takes the money after an `await`.
struct CheckThenAct: PlantedRace, Reducer {
  actor Account {
    private(set) var balance = 10

    func withdraw(_ amount: Int) { balance -= amount }

    func withdrawIfCovered(_ amount: Int) {
      if balance >= amount { balance -= amount }
    }
  }

  struct State: Sendable {}

  enum Action: Sendable { case buy(Int) }

  let isCorrected: Bool
  let account = Account()

  init(isCorrected: Bool) { self.isCorrected = isCorrected }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .buy(let price):
        .run(name: "buy") { _ in
          if isCorrected { return await account.withdrawIfCovered(price) }
          guard await account.balance >= price else { return }
          // After the customer's confirmation.
          await pass(1)
          await account.withdraw(price)
        }
      }
    }
  }

  func run(on scheduler: Scheduler) async throws {
    let feature = Self(isCorrected: isCorrected)
    let store = Store(initialState: State(), configuration: scheduler.configuration()) { feature }
    await store.send(.buy(7))
    await pass(8)
    await store.send(.buy(7))
    await scheduler.settle()
    let balance = await feature.account.balance
    if balance < 0 { throw WrongState(description: "the balance is \(balance)") }
  }
}

/// A search shows the response that arrived last, regardless of the query.
struct LateResponse: PlantedRace, Reducer {
  struct State: Sendable {
    var results = ""
  }

  enum Action: Sendable { case typed(String), found(String) }

  let isCorrected: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let query):
        let search = Effect<Action>.run(name: "search \(query)") { send in
          await pass(2)
          await send(.found(query))
        }
        return isCorrected ? search.cancellable(id: "search", cancelInFlight: true) : search
      case .found(let results):
        state.results = results
        return .none
      }
    }
  }

  func run(on scheduler: Scheduler) async throws {
    let store = Store(initialState: State(), configuration: scheduler.configuration()) { self }
    await store.send(.typed("a"))
    await store.send(.typed("ab"))
    await scheduler.settle()
    let results = await store.results
    if results != "ab" { throw WrongState(description: "shows the results of \(results)") }
  }
}

/// The contents of a sheet are loaded; if they arrive after the sheet was dismissed, the sheet reappears.
struct MissedDismissal: PlantedRace, Reducer {
  struct State: Sendable {
    var sheet: String?
  }

  enum Action: Sendable { case open, loaded(String), dismiss }

  let isCorrected: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open:
        state.sheet = "…"
        return .run(name: "load") { await $0(.loaded("text")) }
      case .loaded(let text):
        if !isCorrected || state.sheet != nil { state.sheet = text }
        return .none
      case .dismiss:
        state.sheet = nil
        return .none
      }
    }
  }

  func run(on scheduler: Scheduler) async throws {
    let store = Store(initialState: State(), configuration: scheduler.configuration()) { self }
    await store.send(.open)
    await pass(4)
    await store.send(.dismiss)
    await scheduler.settle()
    if await store.sheet != nil { throw WrongState(description: "the sheet is back") }
  }
}

/// A download counts as running once it reports that, which is too late for a second tap.
struct DoubleStart: PlantedRace, Reducer {
  struct State: Sendable {
    var isRunning = false
    var starts = 0
  }

  enum Action: Sendable { case tapped, began }

  let isCorrected: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        guard !state.isRunning else { return .none }
        if isCorrected { state.isRunning = true }
        state.starts += 1
        return .run(name: "download") { await $0(.began) }
      case .began:
        state.isRunning = true
        return .none
      }
    }
  }

  func run(on scheduler: Scheduler) async throws {
    let store = Store(initialState: State(), configuration: scheduler.configuration()) { self }
    await store.send(.tapped)
    await pass(4)
    await store.send(.tapped)
    await scheduler.settle()
    let starts = await store.starts
    if starts != 1 { throw WrongState(description: "started \(starts) times") }
  }
}

/// Items are formatted with settings that are loaded at the same time.
struct AssumedOrder: PlantedRace, Reducer {
  struct State: Sendable {
    var unit: String?
    var text: String?
  }

  enum Action: Sendable { case appeared, settings(String), items(Int) }

  let isCorrected: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        let settings = Effect<Action>.run(name: "settings") { await $0(.settings("km")) }
        let items = Effect<Action>.run(name: "items") { await $0(.items(42)) }
        return isCorrected ? .concatenate(settings, items) : .merge(settings, items)
      case .settings(let unit):
        state.unit = unit
        return .none
      case .items(let count):
        state.text = "\(count) \(state.unit ?? "?")"
        return .none
      }
    }
  }

  func run(on scheduler: Scheduler) async throws {
    let store = Store(initialState: State(), configuration: scheduler.configuration()) { self }
    await store.send(.appeared)
    await scheduler.settle()
    let text = await store.text
    if text != "42 km" { throw WrongState(description: "shows \(text ?? "nothing")") }
  }
}
