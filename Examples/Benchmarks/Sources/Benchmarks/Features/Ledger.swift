import Troupe

/// A feature whose state is saved: a number, and lines.
struct Ledger: Reducer {
  struct State: Codable, Sendable {
    var count = 0
    var lines: IdentifiedArrayOf<Line>

    init(lines count: Int) {
      lines = IdentifiedArray(uniqueElements: (0..<count).map { Line(id: $0, name: "line \($0)") })
    }

    mutating func change() {
      count += 1
      if !lines.isEmpty { lines[id: lines.count / 2]?.amount += 1 }
    }
  }

  struct Line: Codable, Identifiable, Sendable {
    let id: Int
    var name: String
    var amount = 0
  }

  enum Action: Sendable { case changed }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.change()
      return .none
    }
  }
}
