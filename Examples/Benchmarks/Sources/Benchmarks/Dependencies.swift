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
enum FactorLocal {
  @TaskLocal static var current = Factor(value: 1)
}

/// A value as dependencies have it: with a reference count.
final class Factor: Sendable {
  let value: Int
  init(value: Int) { self.value = value }
}

extension Benchmarks {
  /// Reads of a dependency, beside those of a task-local; each is what was bound last.
  func dependencies() async -> [Row] {
    let count = 2_000_000
    let reading = Reading()
    let floor = await FactorLocal.$current.withValue(Factor(value: 2)) {
      await measure(count) { blackHole(sum($0) { FactorLocal.current.value }) }
    }
    return await withDependencies {
      $0.factor = 2
    } operation: {
      [
        Row(
          name: "a read of a dependency that is set, by a wrapper that is kept",
          floor: floor,
          troupe: await measure(count) { blackHole(sum($0) { reading.factor }) }
        ),
        Row(
          name: "the same, by a wrapper that is made for it",
          floor: floor,
          troupe: await measure(count) { blackHole(sum($0) { Dependency(\.factor).wrappedValue }) }
        ),
        Row(
          name: "a read of a default that was read before, by a wrapper that is kept",
          floor: floor,
          troupe: await measure(count) { blackHole(sum($0) { reading.offset }) }
        ),
        Row(
          name: "the same, by a wrapper that is made for it",
          floor: floor,
          troupe: await measure(count) { blackHole(sum($0) { Dependency(\.offset).wrappedValue }) }
        ),
      ]
    }
  }

  @inline(never)
  private func sum(_ count: Int, _ read: () -> Int) -> Int {
    var sum = 0
    for _ in 0..<count { sum &+= read() }
    return sum
  }
}
