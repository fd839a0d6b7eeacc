import Foundation
import TroupeDurable

/// What it costs a node to find a key's home, with and without remembered homes.
struct HomesFigures: Sendable {
  let seconds: Int
  let keys: Int
  let askers: Int

  func run() async throws {
    let lab = try await Lab(nodes: 0, isOnDisk: true)
    defer { lab.end() }
    let answers = Answers()
    let first = try await start(0, in: lab) { _ in }
    let second = try await start(1, in: lab) { words in
      if words.first == "asked" { answers.add(words.dropFirst().joined(separator: " ")) }
    }
    for key in 0..<keys {
      while case let answer = await first.ask("change \(key) \(StorageRevision())", { _ in }),
        answer?.isDone != true
      {
        await Soak.pause(.milliseconds(20))
      }
    }
    for isRemembering in [false, true] {
      let before = Figures.serverTime(lab)
      second.tell("homes \(askers) \(seconds) \(keys) \(isRemembering ? 1 : 0)")
      let numbers = await answers.next().split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 4, numbers[0] > 0 else { throw Lab.LabError(description: "It has failed.") }
      let server = Figures.serverTime(lab) - before
      let each = { (time: Double) in "\((time / Double(numbers[0]) * 100).rounded() / 100) µs" }
      say(
        """
        \(isRemembering ? "remembered" : "asked of the database"), \(askers) at a time: \
        \(numbers[0] * 1_000 / numbers[3]) answers/s, of which \(numbers[0] - numbers[1]) came from the \
        database; for each \(each(Double(numbers[2]))) of CPU in the node, \(each(server)) in the server
        """
      )
    }
    for node in [first, second] {
      node.signal(SIGKILL)
      await node.ended()
    }
  }

  private func start(
    _ number: Int,
    in lab: Lab,
    _ say: @escaping @Sendable ([String]) -> Void
  ) async throws -> NodeProcess {
    let node = try NodeProcess(number, in: lab, lease: .seconds(10), isFenced: true, say: say)
    try await lab.adopt(node.pid)
    try await node.ready()
    return node
  }
}
