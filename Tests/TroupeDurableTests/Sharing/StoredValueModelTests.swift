import Foundation
import TestSupport
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSharing
import TroupeTesting
import XCTest

/// Stored values under random steps, crashes and faults of the storage, against the text of the contract.
///
/// All writers append to one list. Each output of any process must therefore be a beginning of the list that
/// the storage has at that moment, and of each list that the storage has later. If this holds, no version
/// leaves before it is saved, no version that has left is lost, and all operations take effect one after
/// another.
final class StoredValueModelTests: TroupeTestCase {
  private static var steps: Int {
    ProcessInfo.processInfo.environment["TROUPE_SHARING_STEPS"].flatMap(Int.init) ?? 60
  }

  /// A storage whose calls fail, lose their replies and take time, as a seed decides. It checks that the list
  /// only grows.
  private final class ListStorage: Storage {
    private struct State {
      var random: SeededRandom
      var list: [Int] = []
    }

    private let base = MemoryStorage()
    private let codec: StateCodec<[Int]>
    private let state: Locked<State>

    init(_ codec: StateCodec<[Int]>, seed: UInt64) {
      self.codec = codec
      state = Locked(State(random: SeededRandom(seed)))
    }

    /// The list that the storage has.
    var list: [Int] { state.withLock { $0.list } }

    private func chance(_ range: Range<Int>) -> Int {
      state.withLock { Int.random(in: range, using: &$0.random) }
    }

    private func isLate() async {
      // not a wait: on a scheduler, the seed decides how many jobs run before the storage answers.
      for _ in 0..<chance(0..<3) { await Task.yield() }
    }

    func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
      await isLate()
      if chance(0..<20) == 0 { throw .unavailable(key, because: CancellationError()) }
      return try await base.load(key)
    }

    func save(
      _ bytes: [UInt8],
      for key: StorageKey,
      expecting expected: StorageRevision?,
      as revision: StorageRevision,
      wake: WallClockInstant?
    ) async throws(StorageError) {
      await isLate()
      let fault = chance(0..<20)
      if fault == 0 { throw .unavailable(key, because: CancellationError()) }
      try await base.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
      if key == "tickets" {
        do {
          let new = try codec.decode(bytes)
          let old = state.withLock { Swift.exchange(&$0.list, with: new) }
          XCTAssert(new.starts(with: old), "The storage has lost a part of the list: \(old) became \(new).")
        } catch {
          XCTFail("\(error)")
        }
      }
      if fault == 1 { throw .unavailable(key, because: CancellationError()) }
      await isLate()
    }

    func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
      try await base.remove(key, expecting: expected)
    }

    func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
      try await base.due(before: instant, limit: limit)
    }
  }

  /// A process: a space of keys, and its stores. After a crash, it continues, as a paused process does.
  private final class Process: Sendable {
    let tickets: Shared<[Int]>
    let stores: [StoreOf<Booth>]

    init(_ tickets: Shared<[Int]>, _ stores: [StoreOf<Booth>]) {
      (self.tickets, self.stores) = (tickets, stores)
    }
  }

  private final class World: Sendable {
    let storage: ListStorage
    let told = Collector<[Int]>()
    let next = Locked(0)
    private let scheduler: Scheduler
    private let codec = StateCodec([Int].self, format: JSONFormat())
    private let codecOfBooths = StateCodec(Booth.State.self, format: JSONFormat())

    init(_ scheduler: Scheduler, seed: UInt64) {
      self.scheduler = scheduler
      storage = ListStorage(codec, seed: seed)
    }

    func ticket() -> Int {
      next.withLock { next in
        next += 1
        return next
      }
    }

    /// Records what a process has told outside.
    func tell(_ list: [Int]) {
      let stored = storage.list
      XCTAssert(stored.starts(with: list), "\(list) was told, and the storage has \(stored).")
      told.append(list)
    }

    func process(_ number: Int) async -> Process {
      await withDependencies {
        $0.sharedSpace = SharedSpace()
      } operation: {
        let tickets = Shared(
          wrappedValue: [],
          .stored("tickets", in: storage, codec: codec, retry: .constant(.zero, attempts: 3))
        )
        // Some processes create their stores before the value is loaded.
        if number % 3 != 0 { try? await tickets.load() }
        var stores: [StoreOf<Booth>] = []
        for _ in 0..<2 {
          stores.append(
            Store(
              initialState: Booth.State(tickets: tickets),
              configuration: scheduler.configuration()
            ) {
              Booth { [weak self] in self?.tell($0) }
            }
          )
        }
        let opened = try? await Store(
          initialState: Booth.State(tickets: tickets),
          storage: storage,
          key: "booth",
          codec: codecOfBooths,
          retry: .constant(.zero, attempts: 3),
          configuration: scheduler.configuration()
        ) {
          Booth { [weak self] in self?.tell($0) }
        }
        if let opened { stores.append(opened) }
        return Process(tickets, stores)
      }
    }
  }

  // S861, S886, S887, S888, S889
  func testNothingThatIsToldIsLostInCrashes() async throws {
    let issues = IssueCollector()
    let counts = Locked((told: 0, lost: 0))
    try await underSeeds(200) { scheduler, _ in
      let (told, lost) = await withIssueReporters([issues]) { await Self.run(on: scheduler) }
      counts.withLock { $0 = ($0.told + told, $0.lost + lost) }
    }
    // The test sees what it is for: versions that were told, and versions that were lost.
    let (told, lost) = counts.withLock { $0 }
    XCTAssertGreaterThan(told, 200 * Self.steps / 20)
    XCTAssertGreaterThan(lost, 200 * Self.steps / 200)
    for message in issues.messages {
      XCTAssert(message.contains("is lost") || message.contains("was closed"), message)
    }
  }

  /// Returns how often something was told, and how many tickets were lost before they were told.
  nonisolated(nonsending) private static func run(on scheduler: Scheduler) async -> (told: Int, lost: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    let world = World(scheduler, seed: seed)
    var random = SeededRandom(seed)
    var processes = [await world.process(1)]
    let updates = Collector<Task<Void, Never>>()
    for step in 0..<steps {
      let process = processes[Int.random(in: 0..<processes.count, using: &random)]
      let store = process.stores[Int.random(in: 0..<process.stores.count, using: &random)]
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<7: await store.send(.take(world.ticket()))
      case 7..<11: await store.send(.look)
      case 11: await store.send(.tellSeen)
      case 12: await store.send(.declare)
      case 13..<15:
        let update = Task(executorPreference: scheduler) {
          let ticket = world.ticket()
          let list = try? await process.tickets.update { tickets in
            tickets.append(ticket)
            return tickets
          }
          if let list { world.tell(list) }
        }
        updates.append(update)
      case 15..<18: world.tell(process.tickets.wrappedValue)
      case 18: await scheduler.settle()
      default:
        // The last processes continue, like paused processes, and the oldest one is released.
        processes.append(await world.process(step))
        if processes.count > 3 { processes.removeFirst() }
      }
    }
    await scheduler.settle()
    for update in updates.all { await update.value }
    await scheduler.settle()
    let final = world.storage.list
    for list in world.told.all { XCTAssert(final.starts(with: list), "\(list) is lost: \(final).") }
    return (world.told.count, world.next.withLock { $0 } - final.count)
  }
}
