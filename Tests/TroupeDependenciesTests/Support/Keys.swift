import TroupeDependencies

/// A number whose test value is -1 and whose live value is 1.
enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let testValue = -1
}

/// A key with only a test value.
enum TestOnlyKey: TestDependencyKey {
  static let testValue = "test"
}

/// A key without a test value.
enum LiveOnlyKey: DependencyKey {
  static let liveValue = "live"
}

/// A key with a value for each context.
enum CompleteKey: DependencyKey {
  static let liveValue = "live"
  static let previewValue = "preview"
  static let testValue = "test"
}

/// A client with two endpoints.
struct Client: Sendable {
  var first: @Sendable () -> Int
  var second: @Sendable () -> Int
}

enum ClientKey: TestDependencyKey {
  static let testValue = Client(first: { 1 }, second: { 2 })
}

/// A client that is its own key.
struct Greeting: DependencyKey {
  var text: String

  static let liveValue = Greeting(text: "live")
  static let testValue = Greeting(text: "test")
}

/// A default that is an object, whose creations the asking task counts.
enum CountedKey: DependencyKey {
  @TaskLocal static var creations = Counter()

  static var liveValue: Counter { made() }
  static var previewValue: Counter { made() }
  static var testValue: Counter { made() }

  private static func made() -> Counter {
    creations.next()
    return Counter()
  }
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  var testOnly: String {
    get { self[TestOnlyKey.self] }
    set { self[TestOnlyKey.self] = newValue }
  }

  var liveOnly: String {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }

  var complete: String {
    get { self[CompleteKey.self] }
    set { self[CompleteKey.self] = newValue }
  }

  var client: Client {
    get { self[ClientKey.self] }
    set { self[ClientKey.self] = newValue }
  }

  var counted: Counter {
    get { self[CountedKey.self] }
    set { self[CountedKey.self] = newValue }
  }
}

/// Reads a dependency here.
func read<Value: Sendable>(_ member: @escaping @Sendable (DependencyValues) -> Value) -> Value {
  Dependency(member).wrappedValue
}
