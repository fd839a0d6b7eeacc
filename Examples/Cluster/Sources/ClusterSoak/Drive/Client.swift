import Locks
import StorageHistory
import TroupeDurable

/// A client that sends requests to nodes, and follows their redirections.
struct Client: Sendable {
  let soak: Soak
  /// The last known homes of keys, for all clients.
  private static let homes = Locked<[String: Int]>([:])

  init(_ soak: Soak) { self.soak = soak }

  /// Makes a change. Each attempt has a separate number: a rejected attempt must never take effect.
  ///
  /// - Returns: Whether it was acknowledged.
  func change(_ key: String, alarm: Int?, _ random: inout SplitMix) async -> Bool {
    await request(key, &random) { node in
      let number = StorageRevision()
      soak.book.begin(number, key, alarm: alarm)
      let words = alarm.map { "alarm \(key) \(number) \($0)" } ?? "change \(key) \(number)"
      let since = soak.book.now
      return await node.ask(words) { [book = soak.book] answer in
        let isLate = book.now - since > Int(Soak.patience / .nanoseconds(1))
        book.answer(number, key, answer, node.number, isLate: isLate)
      }
    }
  }

  /// Reads the current state, by a commit that changes nothing.
  func read(_ key: String, _ random: inout SplitMix) async -> Bool {
    await request(key, &random) { node in
      let begin = soak.book.now
      return await node.ask("read \(key)") { [book = soak.book] in book.read(key, since: begin, $0) }
    }
  }

  private func request(
    _ key: String,
    _ random: inout SplitMix,
    _ ask: (NodeProcess) async -> Answer?
  ) async -> Bool {
    // Some clients don't know where the key is.
    let home = UInt.random(in: 0..<10, using: &random) == 0 ? nil : Self.homes.withLock { $0[key] }
    var next = home ?? Int.random(in: 0..<soak.nodes.count, using: &random)
    for _ in 0..<4 {
      guard let node = soak.nodes[next].current, node.isReady else {
        next = (next + 1) % soak.nodes.count
        continue
      }
      switch await ask(node) {
      case .done:
        Self.homes.withLock { $0[key] = node.number }
        return true
      case .elsewhere(let address):
        guard let number = address.split(separator: "-").last.flatMap({ Int($0) }) else { return false }
        next = number
      case .refused:
        Self.homes.withLock { _ = $0.removeValue(forKey: key) }
        next = (next + 1) % soak.nodes.count
      case .unknown, nil:
        // The change may have been made, so the client doesn't ask again.
        Self.homes.withLock { _ = $0.removeValue(forKey: key) }
        return false
      }
    }
    return false
  }
}

extension Soak {
  /// A client, until the task is cancelled.
  func runClient(_ number: Int) async -> Bool {
    var random = SplitMix(state: options.seed &+ UInt64(number + 100))
    let client = Client(self)
    while !Task.isCancelled {
      // Some keys are asked for more often, so that clients meet.
      let isPopular = UInt.random(in: 0..<5, using: &random) == 0
      let key = "\(Int.random(in: 0..<(isPopular ? min(20, options.keys) : options.keys), using: &random))"
      switch UInt.random(in: 0..<20, using: &random) {
      case 0..<4: _ = await client.read(key, &random)
      case 4:
        let delay = Int.random(in: 100..<3_000, using: &random)
        _ = await client.change(key, alarm: delay, &random)
      default: _ = await client.change(key, alarm: nil, &random)
      }
      await Self.pause(.milliseconds(Int.random(in: 0..<30, using: &random)))
    }
    return false
  }
}
