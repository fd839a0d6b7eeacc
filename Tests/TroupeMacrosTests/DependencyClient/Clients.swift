import Troupe

@DependencyClient
struct Weather: Sendable {
  var temperature: @Sendable (_ city: String) async throws -> Double
  var stations: @Sendable () -> [String] = { ["nowhere"] }
  var double: @Sendable (Int) async -> Int = { $0 * 2 }
  var log: @Sendable (_ text: String, _ level: Int) async -> Void
  var pressure: @Sendable (_ city: String) async -> Double?
  var decode: @Sendable (String) throws(Never) -> Int = { _ in 0 }
  var `default`: @Sendable () throws -> (Int, String)
  let region: String
  var unit: Character = "C"
  var optional: (@Sendable () -> Void)?
  var count = 0
  private var secret: Int = 1
  var isFull: Bool { secret + count > 1 }
  static let shared = 1
  #if os(Linux)
    var onLinux: @Sendable () -> Int = { 1 }
  #endif
}

/// A client of a library.
@DependencyClient
public struct PublicClient: Sendable {
  /// Fetches.
  public var fetch: @Sendable (_ id: Int) async throws -> String
}

@DependencyClient struct NoEndpoints {}

/// A client with labels, of every kind of parameter.
@DependencyClient
public struct Labelled: Sendable {
  /// Has labels.
  public var move: @Sendable (_ file: String, _ to: String, Int) async throws -> String
  var add: @Sendable (_ number: inout Int, _ in: Int) -> Void = { _, _ in }
  var each: @Sendable (_ body: @escaping @Sendable (Int) -> Void) -> Void = { _ in }
  var onMain: @MainActor @Sendable (_ text: String) -> Int = { $0.count }
  @DependencyEndpoint(method: "forecast")
  var forecastIn: @Sendable (_ city: String) -> [Double] = { _ in [] }
  @DependencyEndpoint var stop: @Sendable (Int) -> Int = { $0 }
  @DependencyEndpointIgnored var format: @Sendable (_ text: String) -> String
  var own: @Sendable (_ text: String) -> String = { $0 }
  #if os(Linux)
    var onLinux: @Sendable (_ id: Int) -> Int = { $0 }
  #endif
  private var hidden: @Sendable (_ id: Int) -> Int = { $0 + 1 }

  func own(text: String) -> String { "own \(own(text))" }
  func shown() -> Int { hidden(id: 1) }
}

struct LabelledError: Error, Equatable { var code: Int }

/// Without the macro of the whole.
struct Endpoints {
  @DependencyEndpoint var load: (_ id: Int) async throws -> String
  @DependencyEndpoint var fail: (_ code: Int) throws(LabelledError) -> Int
}
