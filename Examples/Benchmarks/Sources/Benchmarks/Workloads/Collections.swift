import AllocationCounter
import Troupe

/// Measures identified arrays of several sizes, and plain arrays beside them.
struct Collections {
  struct Element: Identifiable {
    let id: Int
    var value = 0
    var name = "a name that is longer than sixteen bytes"
    var numbers: [Int] = []
  }

  private let sizes = [100, 1_000, 10_000, 100_000, 1_000_000]
  private let rounds: Int

  /// The table, in Markdown.
  static func table(_ effort: Effort) -> String {
    let collections = Collections(rounds: effort.isShort ? 1 : 7)
    return (collections.head + collections.rows).joined(separator: "\n")
  }

  private var head: [String] {
    [
      "| ns for one | \(sizes.map(Text.grouped).joined(separator: " | ")) | allocations |",
      "|---|\(sizes.map { _ in "---:|" }.joined())---:|",
    ]
  }

  private var rows: [String] {
    [
      row("append, to an array that has grown so") { size in
        var array = IdentifiedArrayOf<Element>()
        return best(size) {
          array = []; for id in 0..<size { array.append(Element(id: id)) }
        }
      },
      row("look up a random id") { size in
        let array = elements(size)
        var sum = 0
        defer { precondition(sum >= 0) }
        return best(100_000) { for step in 0..<100_000 { sum += array.index(id: place(step, size)) ?? 0 } }
      },
      row("change in place, by a random id") { size in
        var array = elements(size)
        return best(100_000) { for step in 0..<100_000 { array[id: place(step, size)]?.value += 1 } }
      },
      row("change in place, always the same id") { size in
        var array = elements(size)
        return best(100_000) { for _ in 0..<100_000 { array[id: size / 3]?.value += 1 } }
      },
      row("the same, in a generic function that isn't specialised") { size in
        var array = elements(size)
        return best(100_000) { for _ in 0..<100_000 { change(&array, size / 3) { $0.value += 1 } } }
      },
      row("change in place, at a random position") { size in
        var array = elements(size)
        return best(100_000) { for step in 0..<100_000 { array[place(step, size)].value += 1 } }
      },
      row("the same in a plain array") { size in
        var array = elements(size).elements
        return best(100_000) { for step in 0..<100_000 { array[place(step, size)].value += 1 } }
      },
      row("remove the last and append it") { size in
        var array = elements(size)
        return best(10_000) { for _ in 0..<10_000 { array.append(array.removeLast()) } }
      },
      row("remove the first and append it") { size in
        var array = elements(size)
        return best(100) { for _ in 0..<100 { array.append(array.removeFirst()) } }
      },
      row("the same in a plain array") { size in
        var array = elements(size).elements
        return best(100) { for _ in 0..<100 { array.append(array.removeFirst()) } }
      },
    ]
  }

  private func elements(_ count: Int) -> IdentifiedArrayOf<Element> {
    IdentifiedArray(uniqueElements: (0..<count).lazy.map { Element(id: $0) })
  }

  /// A step size that reaches all positions.
  private func place(_ step: Int, _ size: Int) -> Int { (step &* 7_919) % size }

  private func row(
    _ name: String,
    _ measure: (_ size: Int) -> (nanoseconds: Double, allocations: Double)
  ) -> String {
    let results = sizes.map(measure)
    let times = results.map { Text.figure($0.nanoseconds) }.joined(separator: " | ")
    return "| \(name) | \(times) | \(Text.figure(results.last?.allocations ?? 0)) |"
  }

  /// The best time and the fewest allocations of one of a number of operations.
  private func best(_ count: Int, _ operations: () -> Void) -> (nanoseconds: Double, allocations: Double) {
    var best = Double.infinity
    var fewest = Double.infinity
    operations()
    for _ in 0..<rounds {
      let allocationsBefore = allocation_count()
      let start = ContinuousClock.now
      operations()
      best = min(best, (ContinuousClock.now - start) / .nanoseconds(count))
      fewest = min(fewest, Double(allocation_count() - allocationsBefore) / Double(count))
    }
    return (best, fewest)
  }
}

/// As in a generic reducer that knows nothing about the element.
@inline(never)
@_semantics("optimize.sil.specialize.generic.never")
private func change<ID, Element>(
  _ array: inout IdentifiedArray<ID, Element>,
  _ id: ID,
  _ body: (inout Element) -> Void
) {
  guard array.contains(id: id) else { return }
  array[id: id].change(body)
}

extension Optional {
  fileprivate mutating func change(_ body: (inout Wrapped) -> Void) {
    guard var wrapped = take() else { return }
    body(&wrapped)
    self = wrapped
  }
}
