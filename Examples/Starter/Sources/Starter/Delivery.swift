import Foundation
import Troupe

/// Delivers messages.
@DependencyClient
struct Delivery: DependencyKey {
  /// Delivers a message. After a crash, it may get the same id twice.
  var deliver: @Sendable (_ id: Int, _ text: String) async throws -> Void

  static let liveValue = Delivery(deliver: { id, text in
    try FileHandle.standardOutput.write(contentsOf: Data("\(id) \(text)\n".utf8))
  })
  static let testValue = Delivery()
}
