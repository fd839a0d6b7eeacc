import Troupe

/// What is read of the dependencies that are measured.
struct Reading: Sendable {
  @Dependency(\.factor) var factor
  @Dependency(\.offset) var offset
}

private enum FactorKey: DependencyKey {
  static var liveValue: Int { 1 }
}

private enum OffsetKey: DependencyKey {
  static var liveValue: Int { 1 }
}

extension DependencyValues {
  var factor: Int {
    get { self[FactorKey.self] }
    set { self[FactorKey.self] = newValue }
  }

  var offset: Int { self[OffsetKey.self] }
}

/// The raw operation that does the same minimum.
enum Factor {
  @TaskLocal static var current = 1
}

extension Benchmarks {
  /// Reads of a dependency, beside those of a task-local that is bound as deep.
  func dependencies() async -> [Row] {
    let count = 2_000_000
    let reading = Reading()
    return await withDependencies {
      $0.factor = 2
    } operation: {
      await Factor.$current.withValue(2) {
        let floor = await measure(count) { blackHole(sum($0) { Factor.current }) }
        return await [
          Row(
            name: "a read of a dependency that is set, by a wrapper that is kept",
            floor: floor,
            troupe: measure(count) { blackHole(sum($0) { reading.factor }) }
          ),
          Row(
            name: "the same, by a wrapper that is made for it",
            floor: floor,
            troupe: measure(count) { blackHole(sum($0) { Dependency(\.factor).wrappedValue }) }
          ),
          Row(
            name: "a read of a default that was read before, by a wrapper that is kept",
            floor: floor,
            troupe: measure(count) { blackHole(sum($0) { reading.offset }) }
          ),
          Row(
            name: "the same, by a wrapper that is made for it",
            floor: floor,
            troupe: measure(count) { blackHole(sum($0) { Dependency(\.offset).wrappedValue }) }
          ),
        ]
      }
    }
  }

  @inline(never)
  private func sum(_ count: Int, _ read: () -> Int) -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= read() }
    return sum
  }
}
