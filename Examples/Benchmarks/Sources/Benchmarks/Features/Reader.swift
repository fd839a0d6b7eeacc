import Troupe

/// What is read of the dependencies that are measured.
struct Reading: Sendable {
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

/// A feature that reads a dependency many times over.
struct Reader: Reducer {
  enum Action: Sendable {
    case readInReducer(Int)
    case readInEffect(Int)
  }

  @Dependency(\.factor) var factor

  var body: some Reducer<Int, Action> {
    Reduce { state, action in
      switch action {
      case .readInReducer(let count):
        state = sum(count) { factor }
        return .none
      case .readInEffect(let count):
        return .run { _ in consume(sum(count) { factor }) }
      }
    }
  }
}

@inline(never)
func sum(_ count: Int, _ read: () -> Int) -> Int {
  var sum = 0
  for _ in 0..<count { sum &+= read() }
  return sum
}
