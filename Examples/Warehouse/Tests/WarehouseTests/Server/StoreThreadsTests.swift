import Dispatch
import NIOPosix
import Synchronization
import Troupe
import TroupeDurable
import WarehouseFeature
import XCTest

@testable import WarehouseServer

final class StoreThreadsTests: XCTestCase {
  /// An actor on a lane, like a store.
  private actor Place {
    private let lane: StoreLane
    nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

    init(on threads: StoreThreads) { lane = StoreLane(on: threads) }

    func run(_ job: @Sendable () -> Void) { job() }
  }

  /// A task that begins in the middle of a test.
  private final class Late: Sendable { let task = Mutex<Task<Void, Never>?>(nil) }

  private let inline = InlineExecutor()
  private let log = NameLog()
  private let held = DispatchSemaphore(value: 0)

  private func start(_ place: Place, _ job: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task(executorPreference: inline) { await place.run(job) }
  }

  /// Blocks a thread until the test releases it.
  private static func hold(_ held: DispatchSemaphore) { held.wait() }

  func testAStoreWaitsForOneJobOfEachOther() async {
    let threads = StoreThreads(count: 1)
    let (first, second, third) = (Place(on: threads), Place(on: threads), Place(on: threads))
    var tasks = [start(first) { [held] in held.wait() }]
    for number in 0..<10_000 { tasks.append(start(first) { [log] in log.add("first \(number)") }) }
    tasks.append(start(second) { [log] in log.add("second") })
    tasks.append(start(third) { [log] in log.add("third") })
    held.signal()
    for task in tasks { await task.value }
    let place = log.all.firstIndex(of: "third") ?? .max
    XCTAssertLessThanOrEqual(place, 2, "It was done after \(place) jobs.")
    XCTAssertEqual(
      log.all.filter { $0.hasPrefix("first") },
      (0..<10_000).map { "first \($0)" },
      "A store does its own in their order."
    )
    threads.end()
  }

  func testAStoreThatComesMeanwhileWaitsForOneJobOfALongQueue() async {
    let threads = StoreThreads(count: 1)
    let (first, second) = (Place(on: threads), Place(on: threads))
    let late = Late()
    var tasks = [start(first) { [held] in held.wait() }]
    for number in 0..<10_000 {
      tasks.append(
        start(first) { [log, inline] in
          log.add("first")
          guard number == 5_000 else { return }
          let task = Task(executorPreference: inline) { await second.run { log.add("second") } }
          late.task.withLock { $0 = task }
        }
      )
    }
    held.signal()
    for task in tasks { await task.value }
    await late.task.withLock { $0 }?.value
    let place = log.all.firstIndex(of: "second") ?? .max
    XCTAssertLessThanOrEqual(place, 5_002, "It was done after \(place) jobs.")
    threads.end()
  }

  func testWhatIsMadeOfStatesLeavesAThreadToTheStores() async {
    let threads = StoreThreads(count: 2)
    let (lane, place) = (TaskLane(on: threads), Place(on: threads))
    let tasks = (0..<2).map { _ in
      Task(executorPreference: lane) { [held, log] in
        Self.hold(held)
        log.add("made")
      }
    }
    await place.run { [log] in log.add("turn") }
    for _ in tasks { held.signal() }
    for task in tasks { await task.value }
    XCTAssertEqual(log.all, ["turn", "made", "made"])
    threads.end()
  }

  func testALaneIsUsedAgain() async {
    let threads = StoreThreads(count: 1)
    for _ in 0..<100 {
      let place = Place(on: threads)
      await place.run {}
    }
    // An actor's lane may be freed after its last job.
    XCTAssertLessThan(threads.laneCount, 100)
    threads.end()
  }

  func testALongQueueOfReadsKeepsNoOtherWarehouseWaiting() async throws {
    let threads = StoreThreads(count: 1)
    let test = try await TestServer(threads: threads)
    let directory = test.server.warehouses.directory
    _ = try await test.server.make("south")
    for name in ["north", "south"] { try await directory.withStore(for: name) { _ in } }
    let (inline, log, held) = (inline, log, held)
    let start = { (name: String, job: @escaping @Sendable () -> Void) in
      Task(executorPreference: inline) {
        try await directory.withStore(for: name) { store in await store.withState { _ in job() } }
      }
    }
    var tasks = [start("north") { held.wait() }]
    for _ in 0..<10_000 { tasks.append(start("north") { log.add("north") }) }
    tasks.append(start("south") { log.add("south") })
    held.signal()
    for task in tasks { try await task.value }
    let place = log.all.firstIndex(of: "south") ?? .max
    XCTAssertLessThanOrEqual(place, 2, "Its turn came after \(place) reads of the other warehouse.")
    await directory.shutdown(within: .zero)
    threads.end()
  }

  func testAWarehouseRunsOnNoEventLoop() async throws {
    let test = try await TestServer()
    let server = test.server
    let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    let isOnEventLoop = { @Sendable in MultiThreadedEventLoopGroup.currentEventLoop != nil }
    // In the same way as a request.
    let places = try await Task(executorPreference: EventLoopExecutors.of(eventLoop).requests) {
      let turn = try await server.warehouses.directory.withStore(for: "north") { store in
        await store.withState { _ in isOnEventLoop() }
      }
      let read = try await server.read("north") { _ in isOnEventLoop() }
      return [isOnEventLoop(), turn, read]
    }.value
    XCTAssertEqual(places, [true, false, false])
    await server.warehouses.directory.shutdown(within: .zero)
  }
}
