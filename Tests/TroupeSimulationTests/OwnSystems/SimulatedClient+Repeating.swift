// virtual time: simulations run everything in this file.
import Troupe
import TroupeSimulation

extension SimulatedClient {
  /// Repeats a call until it returns, at most five times.
  ///
  /// - Throws: The first error of an attempt that may have had an effect, or else the last error.
  func repeatedly<Output: Sendable>(
    _ call: @Sendable (SimulatedClient) async throws -> Output
  ) async throws -> Output {
    var unknown: (any Error)?
    for attempt in 1...5 {
      do {
        return try await call(self)
      } catch let error as CallError {
        if !error.hadNoEffect, unknown == nil { unknown = error }
        if attempt == 5 { throw unknown ?? error }
      }
      try await Task.sleep(for: .seconds(1))
    }
    throw CallError.refused
  }
}
