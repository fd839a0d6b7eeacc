import Troupe

struct Unique: ~Copyable { var number = 1 }

func standard(_ number: Int) -> Int? { number }

/// Endpoints of unusual types, and initial values of every kind.
@DependencyClient
struct Unusual {
  typealias Load = (_ id: Int) -> String?

  var optional: (_ id: Int) -> Int? = { _ in 7 }
  var pair: ((Int, Int), _ name: String) throws -> Int
  var swap: (inout (Int, Int)) -> Void = { $0 = ($0.1, $0.0) }
  var lazily: (_ value: @autoclosure () throws -> Int) -> Int? = { try? $0() }
  var take: (_ unique: consuming Unique) -> Int = { $0.number }
  var typed: (_ code: Int) throws(LabelledError) -> Int = { code throws(LabelledError) in
    throw LabelledError(code: code)
  }
  var never: (_ id: Int) throws(Never) -> () -> Int = { id in { id } }
  var aliased: Load = { "\($0)" }
  var referred: (Int) -> Int? = standard
  var given: (_ id: Int) throws -> Int = unimplemented("a custom name")
  var `init`: (_ self: Int) -> Int = { -$0 }
  var `self`: (_ in: Int) throws -> Int
  var `two words`: (_ `inout`: Int) async -> Void
  var first, second: (_ id: Int) throws -> Int
  var hook: (() -> Int)?
  #if os(Linux)
    var conditional: (_ id: Int) throws -> Int?
  #else
    var conditional: (_ id: Int) -> Int? = { $0 }
  #endif
}

/// A client that is isolated to the main actor.
@DependencyClient
@MainActor
struct MainClient {
  var read: (_ box: [() -> Int]) async -> Int = { $0.count }
  var title: (_ id: Int) -> String? = { "\($0)" }
}

private func secret() -> Int? { 3 }

/// A client of a library, whose initial values aren't public.
@DependencyClient
public struct Published {
  /// A number.
  public var limit: Int? = secret()
  /// Loads.
  public var load: (_ id: Int) -> Int? = { _ in secret() }
}

/// A client with a custom initializer.
@DependencyClient
struct Written {
  var load: (_ id: Int) throws -> Int
  let name: String

  init(load: @escaping (_ id: Int) throws -> Int, name: String) {
    self.load = load
    self.name = name + "!"
  }
}
