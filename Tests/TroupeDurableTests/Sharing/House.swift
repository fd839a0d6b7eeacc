import TestSupport
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSharing
import TroupeTesting
import XCTest

/// A feature that takes tickets from a shared value, and tells of them.
struct Booth: Reducer {
  struct State: Codable, Equatable, Sendable {
    @Shared var tickets: [Int]
    var seen: [Int] = []
    var declares = false

    init(tickets: Shared<[Int]>) { _tickets = tickets }
  }

  enum Action: Sendable {
    /// Takes the place of the collector that the effects tell.
    case setUp(Collector<[Int]>)
    case take(Int)
    case look
    case tellSeen
    /// Begins or ends to declare an effect for each version.
    case declare
  }

  /// What the effects tell.
  final class Ear: Sendable {
    private let collector = Locked<Collector<[Int]>?>(nil)
    private let listener: (@Sendable ([Int]) -> Void)?

    init(_ listener: (@Sendable ([Int]) -> Void)?) { self.listener = listener }

    func set(_ new: Collector<[Int]>) { collector.withLock { $0 = new } }

    func tell(_ tickets: [Int]) {
      listener?(tickets)
      collector.withLock { $0 }?.append(tickets)
    }
  }

  private let ear: Ear

  /// - Parameter listener: What the effects call; nil until the first `setUp`.
  init(_ listener: (@Sendable ([Int]) -> Void)? = nil) { ear = Ear(listener) }

  var body: some ReducerOf<Self> {
    Reduce { [ear] state, action in
      switch action {
      case .setUp(let collector):
        ear.set(collector)
        return .none
      case .take(let ticket):
        state.$tickets.withLock { $0.append(ticket) }
        state.seen = state.tickets
      case .look:
        state.seen = state.tickets
      case .tellSeen:
        break
      case .declare:
        state.declares.toggle()
        return .none
      }
      return .run { [seen = state.seen] _ in ear.tell(seen) }
    }
    .task(id: { $0.declares ? $0.tickets : nil }) { [ear] tickets in
      .run { _ in ear.tell(tickets) }
    }
  }
}

/// A storage with a shared value, whose saves a gate can hold, and the stores that use the value.
final class House: Sendable {
  let gate = Gate(isOpen: true)
  let storage: MemoryStorage
  let codecOfBooths = StateCodec(Booth.State.self, format: JSONFormat())
  private let codec = StateCodec([Int].self, format: JSONFormat())
  private let scheduler: Scheduler?
  private let retry: Backoff

  init(_ scheduler: Scheduler?, attempts: Int = 20) {
    self.scheduler = scheduler
    let gate = gate
    storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
    retry = .constant(.zero, attempts: attempts)
  }

  private var configuration: StoreConfiguration<Booth.Action> { scheduler?.configuration() ?? .init() }

  /// Creates a property for the value, which isn't loaded yet.
  func ticketsAtOnce(_ storage: MemoryStorage? = nil) -> Shared<[Int]> {
    Shared(wrappedValue: [], .stored("tickets", in: storage ?? self.storage, codec: codec, retry: retry))
  }

  func tickets(_ storage: MemoryStorage? = nil) async throws -> Shared<[Int]> {
    let tickets = ticketsAtOnce(storage)
    try await tickets.load()
    return tickets
  }

  func required() async throws -> Shared<[Int]> {
    try await Shared(require: .stored("tickets", in: storage, codec: codec, retry: retry))
  }

  func storeAtOnce() -> StoreOf<Booth> {
    Store(initialState: Booth.State(tickets: ticketsAtOnce()), configuration: configuration) { Booth() }
  }

  /// Creates a store without a storage, when the value is loaded.
  func store() async throws -> StoreOf<Booth> {
    _ = try await tickets()
    return storeAtOnce()
  }

  /// Opens a store whose state is kept in a storage.
  func store(_ storage: MemoryStorage, _ key: StorageKey) async throws -> StoreOf<Booth> {
    try await Store(
      initialState: Booth.State(tickets: ticketsAtOnce(storage.keys.contains("tickets") ? storage : nil)),
      storage: storage,
      key: key,
      codec: codecOfBooths,
      configuration: configuration
    ) {
      Booth()
    }
  }

  /// The value of another process.
  func newOwner() async throws -> Shared<[Int]> {
    try await withDependencies {
      $0.sharedSpace = SharedSpace()
    } operation: {
      try await tickets()
    }
  }

  func elsewhere(_ body: (Shared<[Int]>) async throws -> Void) async throws { try await body(newOwner()) }

  /// Checks the value in the storage.
  func check(_ tickets: [Int], file: StaticString = #filePath, line: UInt = #line) async throws {
    let stored = try await read()
    XCTAssertEqual(stored, tickets, file: file, line: line)
  }

  /// What the storage has.
  func read() async throws -> [Int]? { try await storage.read("tickets", codec: codec) }
}

/// Runs a call that has to throw an error.
func XCTAssertThrowsErrorAsync(
  _ call: @autoclosure () async throws -> some Any,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ check: (any Error) -> Void
) async {
  do {
    _ = try await call()
    XCTFail("No error was thrown.", file: file, line: line)
  } catch {
    check(error)
  }
}

/// Runs a closure that has to report a number of issues with a text.
func expectIssues(
  _ count: Int,
  _ text: String,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ body: () async throws -> Void
) async rethrows {
  let issues = IssueCollector()
  try await withIssueReporters([issues]) { try await body() }
  XCTAssertEqual(issues.count, count, "\(issues.messages)", file: file, line: line)
  for message in issues.messages { XCTAssert(message.contains(text), message, file: file, line: line) }
}
