import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

@testable import Starter

final class ServiceTests: XCTestCase {
  private func lines(_ texts: String...) -> AsyncStream<String> {
    AsyncStream { continuation in
      for text in texts { continuation.yield(text) }
      continuation.finish()
    }
  }

  private func makeService(
    on storage: any Storage,
    deliver: @escaping @Sendable (Int, String) async throws -> Void
  ) async throws -> Service {
    try await withDependencies {
      $0[Delivery.self].deliver = deliver
    } operation: {
      try await Service(storage: storage)
    }
  }

  func testEachLineIsDelivered() async throws {
    let sent = Sent()
    let service = try await makeService(on: MemoryStorage()) { id, text in await sent.append("\(id) \(text)")
    }
    try await service.run(lines("a", "", "b"))
    let texts = await sent.texts
    XCTAssertEqual(texts, ["1 a", "2 b"])
    _ = await service.shutdown()
  }

  func testWhatWasNotDeliveredIsDeliveredByTheNextRun() async throws {
    let storage = MemoryStorage()
    let (started, start) = AsyncStream<Void>.makeStream()
    let first = try await makeService(on: storage) { _, _ in
      start.yield()
      try await Task.never()
    }
    try await first.outbox.commit(.posted("a"))
    _ = await started.first { _ in true }
    let report = await first.shutdown()
    XCTAssertTrue(report.isComplete, "\(report)")

    let sent = Sent()
    let second = try await makeService(on: storage) { id, text in await sent.append("\(id) \(text)") }
    try await second.run(lines("b"))
    let texts = await sent.texts
    XCTAssertEqual(texts, ["1 a", "2 b"])
    _ = await second.shutdown()
  }
}
