import Troupe

/// Measures the store against the raw operations of Swift concurrency that do the same minimum, in the same run.
///
/// `--collections` measures identified arrays instead. `--quick` makes one short round: it shows that the benchmarks run, and its figures mean little.
@main
struct Benchmarks {
  static func main() async {
    let isQuick = CommandLine.arguments.contains("--quick")
    if CommandLine.arguments.contains("--collections") { return Collections(isQuick: isQuick).printTable() }
    let benchmarks = Benchmarks(rounds: isQuick ? 1 : 15, scale: isQuick ? 100 : 1)
    print("| operation | floor (ns) | Troupe (ns) | ratio | allocations of the floor | of Troupe |")
    print("|---|---|---|---|---|---|")
    print(await benchmarks.callsFromAnActor().line)
    print(await benchmarks.callsInALoop().line)
    print(await benchmarks.effects().line)
    print(await benchmarks.burst().line)
    for row in await benchmarks.casePaths() { print(row.line) }
    for row in await benchmarks.dependencies() { print(row.line) }
  }

  let rounds: Int
  let scale: Int
  let bare = BareCounter()
  let store = Store(initialState: Counter.State()) { Counter() }

  func callsFromAnActor() async -> Row {
    let caller = Caller()
    return Row(
      name: "`send` without effects, from an actor: there and back",
      floor: await measure(500_000) { await caller.call(bare, $0) },
      troupe: await measure(500_000) { await caller.call(store, $0) }
    )
  }

  func callsInALoop() async -> Row {
    Row(
      name: "`send` without effects, in a loop that stays on the actor",
      floor: await measure(500_000) { for _ in 0..<$0 { await bare.up() } },
      troupe: await measure(500_000) { for _ in 0..<$0 { await store.send(.up) } }
    )
  }

  func effects() async -> Row {
    Row(
      name: "an effect that sends one action, awaited to the end",
      floor: await measure(20_000) { for _ in 0..<$0 { await Task { await bare.up() }.value } },
      troupe: await measure(20_000) { for _ in 0..<$0 { await store.send(.fetch).finish() } }
    )
  }

  func burst() async -> Row {
    Row(
      name: "20,000 such effects at once",
      floor: await measure(20_000) { count in
        let tasks = (0..<count).map { _ in Task { await bare.up() } }
        for task in tasks { await task.value }
      },
      troupe: await measure(20_000) { count in
        var tasks: [StoreTask] = []
        tasks.reserveCapacity(count)
        for _ in 0..<count { tasks.append(await store.send(.fetch)) }
        for task in tasks { await task.finish() }
      }
    )
  }

  func measure(_ count: Int, _ operation: (Int) async -> Void) async -> Measurement {
    await Measurement(count: count / scale, rounds: rounds, operation)
  }
}

/// Keeps a result from being left out.
@inline(never)
func blackHole(_ result: Int) {}
