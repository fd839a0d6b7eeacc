import Troupe

@DependencyClient
struct Weather: Sendable {
  var temperature: @Sendable (_ city: String) async throws -> Double
  var stations: @Sendable () -> [String] = { ["nowhere"] }
  var double: @Sendable (Int) async -> Int = { $0 * 2 }
  var log: @Sendable (_ text: String, _ level: Int) async -> Void
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
