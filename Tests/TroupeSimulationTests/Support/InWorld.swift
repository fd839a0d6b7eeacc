import Troupe
import TroupeSimulation
import XCTest

@testable import TroupeTesting

/// A test case whose tests run in a world.
class WorldTestCase: ExploringTestCase {
  /// Runs a body once in a world without faults, in first-in, first-out order.
  func inWorld(
    for duration: Duration = .seconds(60),
    _ body: @escaping @Sendable (World) async throws -> Void
  ) async {
    await simulate(schedules: 1, for: duration) { try await body($0) }
  }

  /// Returns the failure that a simulation finds under one of the seeds; nil if it finds none.
  func failure(
    seeds: Range<UInt64> = 0..<1,
    for duration: Duration = .seconds(60),
    _ body: @escaping @Sendable (World) async throws -> Void
  ) async -> ExplorationFailure? {
    let explored = ExploredBody.simulation(of: { try await body($0) }, for: duration, at: CallSite())
    return await Exploration(seeds: seeds, function: "test()", kind: .simulation).findFailure(explored)
  }
}

/// A counter that several processes of a test use.
final class Tally: Sendable {
  private let value = Locked(0)

  var count: Int { value.withLock(\.self) }

  @discardableResult
  func add(_ number: Int = 1) -> Int {
    value.withLock { value in
      value += number
      return value
    }
  }
}

/// A list to which several processes of a test append.
final class Notes<Note: Sendable>: Sendable {
  private let value = Locked<[Note]>([])

  var all: [Note] { value.withLock(\.self) }

  func add(_ note: Note) { value.withLock { $0.append(note) } }
}
