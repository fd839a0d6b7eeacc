import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

// The recipe `RecipeSaga.md`.

/// An account. It carries out each movement of money once, however often it is asked.
@Reducer
struct Account {
  struct State: Codable, Equatable, Sendable {
    var balance = 0
    var isClosed = false
    /// The movements that were carried out, by their ids.
    var done: Set<String> = []
  }

  enum Action {
    case moved(Int, id: String, reply: Reply<Bool>)
    case closed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .moved(let amount, let id, let reply):
        if state.done.contains(id) {
          reply.answer(true)
        } else if state.isClosed || state.balance + amount < 0 {
          reply.answer(false)
        } else {
          state.balance += amount
          state.done.insert(id)
          reply.answer(true)
        }
      case .closed:
        state.isClosed = true
      }
      return .none
    }
  }
}

/// The accounts, as a transfer sees them.
@DependencyClient
struct Accounts: TestDependencyKey {
  /// Moves money into an account, or out of it. Returns false if the account refuses.
  var move: @Sendable (_ amount: Int, _ account: String, _ id: String) async throws -> Bool

  static let testValue = Accounts()
}

extension Accounts {
  static func stored(in directory: StoreDirectory<String, Account.State, Account.Action>) -> Accounts {
    Accounts { amount, account, id in
      try await directory.withStore(for: account) { store in
        try await store.ask { .moved(amount, id: id, reply: $0) }
      }
    }
  }
}

/// Moves money from one account to another, or leaves both as they were.
@Reducer
struct Transfer {
  enum Step: String, Codable, Sendable { case withdraw, deposit, refund, done, refused, stuck }

  struct State: Codable, Equatable, Sendable {
    let id: String
    let source: String
    let target: String
    let amount: Int
    var step = Step.withdraw
  }

  enum Action: Equatable {
    case moved(Step, isAccepted: Bool)
  }

  @Dependency(Accounts.self) var accounts
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .moved(let step, let isAccepted):
        guard step == state.step else { return .none }
        switch step {
        case .withdraw: state.step = isAccepted ? .deposit : .refused
        case .deposit: state.step = isAccepted ? .done : .refund
        case .refund: state.step = isAccepted ? .refused : .stuck
        case .done, .refused, .stuck: break
        }
        return .none
      }
    }
    .task(id: { Move($0) }) { move in
      .run(name: "\(move.step)") { send in
        let isAccepted = try await accounts.move(move.amount, move.account, move.id)
        await send(.moved(move.step, isAccepted: isAccepted))
      }
      .retry(.exponential(initial: .seconds(1), maximum: .seconds(60), attempts: .max), clock: clock)
    }
  }

  /// The movement of money that a state waits for.
  private struct Move: Equatable, Sendable {
    var step: Step
    var amount: Int
    var account: String
    var id: String

    init?(_ state: State) {
      step = state.step
      id = "\(state.id)-\(step)"
      switch step {
      case .withdraw: (account, amount) = (state.source, -state.amount)
      case .deposit: (account, amount) = (state.target, state.amount)
      case .refund: (account, amount) = (state.source, state.amount)
      case .done, .refused, .stuck: return nil
      }
    }
  }
}

final class TransferTests: XCTestCase {
  private actor Bank {
    private(set) var moves: [String] = []
    private var failures: Int
    struct Offline: Error {}

    init(failures: Int) { self.failures = failures }

    func move(_ amount: Int, _ account: String, _ id: String) throws -> Bool {
      moves.append("\(amount) \(account) \(id)")
      guard failures == 0 else {
        failures -= 1
        throw Offline()
      }
      return true
    }
  }

  private func openAccounts(
    in storage: any Storage
  ) -> StoreDirectory<String, Account.State, Account.Action> {
    StoreDirectory { name in
      try await Store(
        initialState: Account.State(balance: 100),
        storage: storage,
        key: StorageKey("account \(name)"),
        codec: StateCodec(format: JSONFormat())
      ) {
        Account()
      }
    }
  }

  private func openTransfer(in storage: any Storage, _ accounts: Accounts) async throws -> StoreOf<Transfer> {
    try await Store(
      initialState: Transfer.State(id: "7", source: "ada", target: "bob", amount: 30),
      storage: storage,
      key: "transfer 7",
      codec: StateCodec(format: JSONFormat())
    ) {
      Transfer()
    } withDependencies: {
      $0[Accounts.self] = accounts
      $0.continuousClock = ImmediateClock()
    }
  }

  func testMoneyMoves() async throws {
    let storage = MemoryStorage()
    let accounts = openAccounts(in: storage)
    let transfer = try await openTransfer(in: storage, .stored(in: accounts))
    try await transfer.wait { $0.step == .done }
    let ada = try await accounts.withStore(for: "ada") { await $0.balance }
    let bob = try await accounts.withStore(for: "bob") { await $0.balance }
    XCTAssertEqual([ada, bob], [70, 130])
    await accounts.shutdown(within: .zero)
  }

  func testAClosedAccountIsRefunded() async throws {
    let storage = MemoryStorage()
    let accounts = openAccounts(in: storage)
    try await accounts.commit(.closed, to: "bob")
    let transfer = try await openTransfer(in: storage, .stored(in: accounts))
    try await transfer.wait { $0.step == .refused }
    let ada = try await accounts.withStore(for: "ada") { await $0.balance }
    let bob = try await accounts.withStore(for: "bob") { await $0.balance }
    XCTAssertEqual([ada, bob], [100, 100])
    await accounts.shutdown(within: .zero)
  }

  /// The program ends after the money has moved, and before the transfer has noted it.
  func testAMovementThatIsRepeatedAfterACrashIsCarriedOutOnce() async throws {
    let storage = MemoryStorage()
    let accounts = openAccounts(in: storage)
    let stored = Accounts.stored(in: accounts)
    let (moved, move) = AsyncStream<Void>.makeStream()
    let crashing = Accounts { amount, account, id in
      _ = try await stored.move(amount, account, id)
      move.yield()
      try await Task.never()
    }
    var first: StoreOf<Transfer>? = try await openTransfer(in: storage, crashing)
    var movements = moved.makeAsyncIterator()
    await movements.next()
    first = nil
    XCTAssertNil(first)

    let second = try await openTransfer(in: storage, stored)
    try await second.wait { $0.step == .done }
    let ada = try await accounts.withStore(for: "ada") { await $0.balance }
    let bob = try await accounts.withStore(for: "bob") { await $0.balance }
    XCTAssertEqual([ada, bob], [70, 130])
    await accounts.shutdown(within: .zero)
  }

  func testAStepIsRetriedUntilItsAccountAnswers() async {
    let bank = Bank(failures: 2)
    let state = Transfer.State(id: "7", source: "ada", target: "bob", amount: 30, step: .deposit)
    let store = TestStore(initialState: state) {
      Transfer()
    } withDependencies: {
      $0[Accounts.self].move = { amount, account, id in try await bank.move(amount, account, id) }
    }

    // The retries come after one second, and two seconds later.
    await store.clock.advance(by: .seconds(3))
    await store.receive(.moved(.deposit, isAccepted: true)) { $0.step = .done }
    let moves = await bank.moves
    XCTAssertEqual(moves, ["30 bob 7-deposit", "30 bob 7-deposit", "30 bob 7-deposit"])
    await store.finish()
  }
}
