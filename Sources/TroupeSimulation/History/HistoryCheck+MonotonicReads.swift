extension HistoryCheck {
  /// A check that a client never reads an older value than in an earlier read of the same key.
  ///
  /// The check compares two reads of a client if the first ended before the second started. Calls without a
  /// client's name count as the calls of one client. Writes, and reads without an output, are not compared.
  /// This guarantee is one of the session guarantees of Terry et al., “Session guarantees for weakly
  /// consistent replicated data” (1994).
  ///
  /// ```swift
  /// history.check(
  ///   .monotonicReads(of: \.version) { call in
  ///     if case .read(let key) = call { key } else { nil }
  ///   }
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - value: A closure that returns the value to compare, such as a version, or nil if the output contains
  ///     none.
  ///   - key: A closure that returns the key that an input reads, or nil if the input isn't a read.
  public static func monotonicReads<Value: Comparable, Key: Hashable>(
    of value: @escaping (Output) -> Value?,
    by key: @escaping (Input) -> Key?
  ) -> Self {
    HistoryCheck(name: "monotonicReads") { calls in
      Reads(calls, value: value, key: key).firstPair().map { earlier, later, key in
        let client = later.call.client.map { "The client \(HistoryTable.value($0))" } ?? "A client"
        let ofKey = key.map { " of the key \(HistoryTable.value($0))" } ?? ""
        return HistoryViolation(
          check: "monotonicReads",
          calls: [earlier.call.number, later.call.number],
          paragraphs: [
            """
            \(client) read an older value\(ofKey) than before: \(HistoryTable.value(later.value)) after \
            \(HistoryTable.value(earlier.value)).
            """,
            HistoryTable.text(of: [earlier.call, later.call]),
          ]
        )
      }
    }
  }

  /// A check that a client never reads an older value than in an earlier read.
  ///
  /// All calls read the same key. The check compares two reads of a client if the first ended before the
  /// second started. Calls without a client's name count as the calls of one client.
  ///
  /// ```swift
  /// history.check(.monotonicReads(of: \.version))
  /// ```
  ///
  /// - Parameter value: A closure that returns the value to compare, such as a version, or nil if the output
  ///   contains none.
  public static func monotonicReads<Value: Comparable>(of value: @escaping (Output) -> Value?) -> Self {
    monotonicReads(of: value) { _ in OneKey() }
  }
}

/// The key of calls that are not divided by key.
struct OneKey: Hashable {}

/// The reads of a history, by client and key.
private struct Reads<Input: Sendable, Output: Sendable, Value: Comparable, Key: Hashable> {
  struct Read {
    let call: History<Input, Output>.Call
    let value: Value
    let end: Int
  }

  private struct Session: Hashable {
    let client: String?
    let key: Key
  }

  private var sessions: [(session: Session, reads: [Read])] = []

  init(_ calls: [History<Input, Output>.Call], value: (Output) -> Value?, key: (Input) -> Key?) {
    var places: [Session: Int] = [:]
    for call in calls {
      guard
        let key = key(call.input),
        let output = call.output,
        let value = value(output),
        let end = call.endOrder
      else { continue }
      let session = Session(client: call.client, key: key)
      let place = places[session] ?? sessions.count
      if place == sessions.count {
        places[session] = place
        sessions.append((session, []))
      }
      sessions[place].reads.append(Read(call: call, value: value, end: end))
    }
  }

  /// Returns two reads of which the later one returned the older value, and their key; nil if there are none.
  /// Of all such pairs, the pair has the later read that ended first.
  func firstPair() -> (earlier: Read, later: Read, key: Key?)? {
    let pairs = sessions.compactMap { session, reads in
      let key = session.key is OneKey ? nil : session.key
      return Self.firstPair(of: reads).map { (earlier: $0, later: $1, key: key) }
    }
    return pairs.min { $0.later.end < $1.later.end }
  }

  private static func firstPair(of reads: [Read]) -> (Read, Read)? {
    // The reads are in the order of their starts. `ended` has the same reads in the order of their ends, so
    // that the newest value that was read before each start is known.
    let ended = reads.sorted { $0.end < $1.end }
    var next = 0
    var newest: Read?
    var first: (Read, Read)?
    for read in reads {
      while next < ended.count, ended[next].end < read.call.startOrder {
        if newest.map({ $0.value < ended[next].value }) ?? true { newest = ended[next] }
        next += 1
      }
      guard let newest, read.value < newest.value, read.end < first?.1.end ?? .max else { continue }
      first = (newest, read)
    }
    return first
  }
}
