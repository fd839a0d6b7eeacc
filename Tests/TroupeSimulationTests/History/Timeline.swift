import TroupeDiagnostics
import TroupeSimulation

/// Calls with chosen times, as a history.
struct Timeline<Input: Sendable, Output: Sendable> {
  typealias Call = History<Input, Output>.Call

  private var rows: [(client: String, input: Input, outcome: History<Input, Output>.Outcome, times: [Int])] =
    []

  /// Adds a call that starts and ends at some seconds. All times of a timeline differ.
  mutating func add(
    _ client: String,
    _ input: Input,
    _ start: Int,
    _ end: Int?,
    _ outcome: History<Input, Output>.Outcome
  ) {
    rows.append((client, input, outcome, [start] + (end.map { [$0] } ?? [])))
  }

  /// Adds a call that returns.
  mutating func add(_ client: String, _ input: Input, _ start: Int, _ end: Int, _ output: Output) {
    add(client, input, start, end, .returned(output))
  }

  var history: History<Input, Output> { History(calls) }

  var calls: [Call] {
    rows.sorted { $0.times[0] < $1.times[0] }.enumerated().map { index, row in
      Call(
        number: index + 1,
        client: row.client,
        input: row.input,
        outcome: row.outcome,
        startOrder: row.times[0],
        endOrder: row.times.dropFirst().first,
        startTime: .seconds(row.times[0]),
        endTime: row.times.dropFirst().first.map { .seconds($0) }
      )
    }
  }
}

/// A call of a register whose initial value is 0.
enum RegisterCall: Hashable, Sendable {
  /// Returns the value.
  case read
  /// Sets the value, and returns it.
  case write(Int)
  /// Replaces the value if it is as expected. Returns the earlier value.
  case replace(Int, Int)

  func apply(to value: inout Int) -> Int {
    switch self {
    case .read: return value
    case .write(let new):
      value = new
      return new
    case .replace(let expected, let new):
      defer { if value == expected { value = new } }
      return value
    }
  }
}

extension HistoryCheck<RegisterCall, Int> {
  static var register: Self { .linearizable(initial: 0) { $1.apply(to: &$0) } }
}

/// The request was refused.
struct Refusal: KnownFailure {
  var hadNoEffect = true
}

/// No reply arrived in time.
struct Timeout: Error {}
