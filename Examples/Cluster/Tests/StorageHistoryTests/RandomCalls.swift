import StorageHistory
import TroupeDurable

/// Short random histories, and whether they are possible, by trying all orders.
enum RandomCalls {
  struct Call {
    enum Kind: Hashable {
      case save(StorageHistory.Outcome)
      case read
    }

    var kind: Kind
    /// The revision that is saved or read.
    var revision: StorageRevision?
    var expected: StorageRevision?
    let begin: Int
    let end: Int

    func add(to history: inout StorageHistory) {
      switch kind {
      case .save(let outcome):
        guard let revision else { preconditionFailure("A save has a revision.") }
        history.save(revision, expecting: expected, from: begin, to: end, outcome)
      case .read: history.read(revision, from: begin, to: end)
      }
    }
  }

  /// Calls of a register that keeps its rules, some of which have a wrong answer.
  static func make(seed: UInt64) -> [Call] {
    var random = Random(state: seed)
    let count = random.next(5) + 2
    var times = Array(0..<(2 * count))
    for index in times.indices { times.swapAt(index, random.next(index + 1)) }
    let revisions = (0..<count).map { _ in StorageRevision() }
    var calls = (0..<count).map { index in
      let (one, other) = (times[2 * index], times[2 * index + 1])
      let expected = random.next(3) == 0 ? nil : revisions[random.next(count)]
      return Call(
        kind: random.next(3) == 0 ? .read : .save(.acknowledged),
        revision: revisions[index],
        expected: expected == revisions[index] ? nil : expected,
        begin: min(one, other),
        end: max(one, other)
      )
    }
    // They take effect in the order of their beginnings or of their ends. Most saves expect the current
    // revision.
    let order = calls.indices.sorted {
      let key = seed % 2 == 0 ? \Call.begin : \Call.end
      return calls[$0][keyPath: key] < calls[$1][keyPath: key]
    }
    var present: StorageRevision?
    for index in order {
      if calls[index].kind == .read {
        calls[index].revision = present
        continue
      }
      if random.next(4) > 0 { calls[index].expected = present }
      let isDone = calls[index].expected == present
      if isDone { present = calls[index].revision }
      calls[index].kind = .save(random.next(4) == 0 ? .unknown : isDone ? .acknowledged : .superseded)
    }
    if random.next(2) == 0 {
      let index = random.next(count)
      if calls[index].kind == .read {
        calls[index].revision = random.next(4) == 0 ? nil : revisions[random.next(count)]
      } else {
        let outcomes: [StorageHistory.Outcome] = [.acknowledged, .superseded, .unknown]
        calls[index].kind = .save(outcomes[random.next(3)])
      }
    }
    return calls
  }

  /// Whether some order of the calls, which fits their times, produces all answers.
  static func isPossible(_ calls: [Call]) -> Bool { isPossible(calls, from: nil) }

  private static func isPossible(_ rest: [Call], from present: StorageRevision?) -> Bool {
    // Calls with an unknown outcome needn't take effect.
    let firstEnd = rest.filter { $0.kind != .save(.unknown) }.map(\.end).min()
    guard let firstEnd else { return true }
    return rest.indices.contains { index in
      let call = rest[index]
      guard call.begin <= firstEnd, let next = call.effect(on: present) else { return false }
      var others = rest
      others.remove(at: index)
      return isPossible(others, from: next)
    }
  }
}

extension RandomCalls.Call {
  /// The revision after the call; nil if its answer is wrong.
  fileprivate func effect(on present: StorageRevision?) -> StorageRevision?? {
    switch kind {
    case .read: revision == present ? .some(present) : nil
    case .save(.acknowledged): expected == present ? .some(revision) : nil
    case .save(.superseded): expected != present ? .some(present) : nil
    case .save(.unknown): .some(expected == present ? revision : present)
    }
  }
}

/// A generator of numbers that is the same in each run.
private struct Random {
  var state: UInt64

  /// A number below a limit.
  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var bits = state
    bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return Int((bits ^ (bits >> 29)) % UInt64(limit))
  }
}
