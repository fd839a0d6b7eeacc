import Foundation
import StoreLoad
import TroupeDurable
import TroupePostgres

/// As many lookups as a node answers for keys whose home is elsewhere: what ``HomesFigures`` measures.
struct HomesLoad: Sendable {
  struct NotElsewhere: Error {}

  let askers: Int
  let seconds: Int
  let keys: Int
  /// Whether the node is asked for its remembered homes before it asks the database.
  let isRemembering: Bool

  init?(_ words: [String]) {
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == 4 else { return nil }
    (askers, seconds, keys, isRemembering) = (numbers[0], numbers[1], numbers[2], numbers[3] == 1)
  }

  /// Prints `asked ANSWERS REMEMBERED CPU-MICROSECONDS MILLISECONDS`.
  func run(on node: ClusterNode, _ directory: NodeProgram.Directory) async {
    do {
      let (before, cpu, start) = (node.statistics.remembered, StoreLoad.cpuTime(), ContinuousClock.now)
      let end = start + .seconds(seconds)
      let answers = try await withThrowingTaskGroup(of: Int.self) { group in
        for asker in 0..<askers {
          group.addTask {
            var count = 0
            while ContinuousClock.now < end {
              try await ask("\((asker + count * askers) % keys)", node, directory)
              count += 1
            }
            return count
          }
        }
        return try await group.reduce(0, +)
      }
      let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
      let used = Int((StoreLoad.cpuTime() - cpu) / .microseconds(1))
      Lines.write("asked \(answers) \(node.statistics.remembered - before) \(used) \(milliseconds)")
    } catch {
      Lines.write("failed \(error)", to: STDERR_FILENO)
      Lines.write("asked 0 0 0 1")
    }
  }

  private func ask(_ key: String, _ node: ClusterNode, _ directory: NodeProgram.Directory) async throws {
    if isRemembering, node.home(of: StorageKey(key)) != nil { return }
    do {
      try await directory.withStore(for: key) { _ in }
    } catch let error as HomeError where error.address != nil {
      return
    }
    throw NotElsewhere()
  }
}
