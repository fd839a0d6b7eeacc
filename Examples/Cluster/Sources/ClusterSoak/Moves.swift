import Foundation
import Locks
import TroupeDurable

/// How long keys are unavailable when their node is drained, and when it crashes.
struct Moves: Sendable {
  let lease: Duration
  let keys: Int

  func run() async throws {
    let drained = try await measure { lab, first, away in
      // Called for each key when the node begins to refuse it.
      first.tell("drain")
      await first.ended()
    }
    tell("drained, \(keys) keys", drained)
    let crashed = try await measure(atOnce: true) { _, first, _ in
      first.signal(SIGKILL)
      await first.ended()
    }
    tell("kill -9, \(keys) keys, a lease of \(lease.text)", crashed)
  }

  private func tell(_ name: String, _ times: [Duration]) {
    let sorted = times.sorted()
    let share = { (part: Double) in sorted[Int(Double(sorted.count - 1) * part)].text }
    say("\(name): away for \(share(0.5)) (p50), \(share(0.99)) (p99), \(share(1)) (at most)")
  }

  /// Opens all keys on a node, ends the node, and waits until the other one serves them.
  ///
  /// - Parameter atOnce: Whether all keys become unavailable when the node begins to end, and not one by one.
  /// - Returns: For each key, the time from when its node no longer served it until the other node had
  ///   acknowledged a change.
  private func measure(
    atOnce: Bool = false,
    _ end: @escaping @Sendable (Lab, NodeProcess, Away) async -> Void
  ) async throws -> [Duration] {
    let lab = try await Lab(nodes: 2, isOnDisk: true)
    defer { lab.end() }
    let away = Away()
    let first = try await start(0, in: lab) { words in if words.first == "draining" { away.left(words[1]) } }
    let second = try await start(1, in: lab) { _ in }
    await forEachKey { key in
      while case let answer = await change(key, at: first), !answer.isDone {
        await Soak.pause(.milliseconds(20))
      }
    }
    let ending = Task {
      if atOnce { for key in 0..<keys { away.left("\(key)") } }
      await end(lab, first, away)
    }
    await forEachKey { key in
      await away.leaving(key)
      // Like a client that is refused, and asks again.
      while case let answer = await change(key, at: second), !answer.isDone {
        await Soak.pause(.milliseconds(atOnce ? 50 : 5))
      }
      away.isBack(key)
    }
    await ending.value
    return away.times
  }

  private func forEachKey(_ work: @escaping @Sendable (String) async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for key in 0..<keys { group.addTask { await work("\(key)") } }
    }
  }

  private func start(
    _ number: Int,
    in lab: Lab,
    _ say: @escaping @Sendable ([String]) -> Void
  ) async throws -> NodeProcess {
    let node = try NodeProcess(number, in: lab, lease: lease, isFenced: true, say: say)
    try await lab.adopt(node.pid)
    try await node.ready()
    return node
  }

  private func change(_ key: String, at node: NodeProcess) async -> Answer {
    await node.ask("change \(key) \(StorageRevision())") { _ in } ?? .unknown("late")
  }
}

extension Answer {
  var isDone: Bool { if case .done = self { true } else { false } }
}

/// Since when keys are unavailable, and for how long they were.
final class Away: Sendable {
  private struct State {
    var since: [String: ContinuousClock.Instant] = [:]
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var times: [Duration] = []
  }

  private let state = Locked(State())

  var times: [Duration] { state.withLock { $0.times } }

  /// Records that a key's node no longer serves it.
  func left(_ key: String) {
    let waiting = state.withLock { state in
      state.since[key] = .now
      return state.waiting.removeValue(forKey: key)
    }
    waiting?.resume()
  }

  /// Waits until a key is unavailable.
  func leaving(_ key: String) async {
    await withCheckedContinuation { continuation in
      let isAway = state.withLock { state in
        if state.since[key] == nil { state.waiting[key] = continuation }
        return state.since[key] != nil
      }
      if isAway { continuation.resume() }
    }
  }

  /// Records that a key is served again.
  func isBack(_ key: String) {
    state.withLock { state in
      if let since = state.since[key] { state.times.append(since.duration(to: .now)) }
    }
  }
}
