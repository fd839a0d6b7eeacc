import Foundation
import TraceChecking
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeInstruments

extension StoreConfiguration<Shop.Action> {
  /// The configuration of a shop with an instrument.
  static func watched(
    by instrument: some Instrument,
    on scheduler: Scheduler? = nil,
    name: String? = nil
  ) -> StoreConfiguration {
    var configuration = scheduler?.configuration(for: Shop.Action.self) ?? StoreConfiguration()
    configuration.name = name
    configuration.instruments = [instrument]
    return configuration
  }
}

/// The text of a trace that is written to memory.
final class TraceText: Sendable {
  private let bytes = Locked<[[UInt8]]>([])

  var output: TraceOutput {
    TraceOutput(
      path: "memory",
      write: { chunk in
        self.bytes.withLock { $0.append(chunk) }
        return nil
      },
      close: { nil }
    )
  }

  var text: String { String(decoding: bytes.withLock { $0.flatMap { $0 } }, as: UTF8.self) }
  /// The sizes of the chunks that were written.
  var chunkSizes: [Int] { bytes.withLock { $0.map(\.count) } }

  func trace(isCut: Bool = false) throws -> Trace { try Trace(text, isCut: isCut) }
}

/// A file that is removed when the test ends.
final class TestFile {
  let path: String

  init() {
    let name = "TroupeInstrumentsTests-\(UUID().uuidString).json"
    path = FileManager.default.temporaryDirectory.appending(path: name).path
  }

  // A failed test may not have created it.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
