import Foundation
import TestSupport
import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// A folder that an earlier version of the package has written, at commit 600db0b. What is in a file, and the
/// names of files, stay when types are renamed.
final class EarlierFolderTests: TroupeTestCase {
  private struct Alarm: Reducer {
    struct State: Codable, Equatable, Sendable {
      var name = ""
      var seconds: Int?
      var id: UUID?
      var rings = 0
    }

    enum Action: Sendable { case rang }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.rings += 1
        return .none
      }
    }
  }

  // S851
  func testItsStoresAreOpenedWithTheirCausesAndWakes() async throws {
    let folder = TestFolder()
    for name in ["states", "wakes"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)",
        withIntermediateDirectories: true
      )
    }
    let state = try XCTUnwrap(Data(base64Encoded: Self.file))
    try state.write(to: URL(fileURLWithPath: "\(folder.path)/states/kitchen%2falarm.state"))
    for name in ["complete", "800000006b49d2b4.000000000000000.kitchen%2falarm"] {
      try Data().write(to: URL(fileURLWithPath: "\(folder.path)/wakes/\(name)"))
    }

    let storage = FolderStorage(path: folder.path)
    let wake = WallClockInstant(sinceEpoch: .seconds(1_800_000_180))
    let due = try await storage.due(before: wake.advanced(by: .seconds(1)), limit: 10)
    XCTAssertEqual(due, [ScheduledKey(key: "kitchen/alarm", wake: wake)])
    let loaded = try await storage.load("kitchen/alarm")
    let value = try XCTUnwrap(loaded)
    let codec = StateCodec(Alarm.State.self, format: JSONFormat())
    let causes = try codec.decodeWithCauses(value.bytes).causes
    XCTAssertEqual(causes.map(\.site), ["/ OldFiles/main.swift:42"])
    XCTAssertEqual(causes.map { "\($0.cause.action)" }, ["1b926d01b9a7722a.3"])

    let store = try await Store(
      initialState: Alarm.State(),
      storage: storage,
      key: "kitchen/alarm",
      codec: codec
    ) {
      Alarm()
    }
    try await store.commit(.rang)
    let saved = await store.state
    let firstID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    XCTAssertEqual(saved, Alarm.State(name: "tea", seconds: 180, id: firstID, rings: 1))
    await store.shutdown(within: .zero)
  }

  private static let file = """
    dHJvdXBlMQpScPErQPHLLoaONtneigRt89qg8V7rVxsBtNJJawAAAAAAAAAAAAAAAKoAAAAAAAAA0du+ysGlEZ4NAAAAa2l0Y2hl\
    bi9hbGFybXRyb3VwZS1zdGF0ZSAyIDEganNvbiA2MwoxYjkyNmQwMWI5YTc3MjJhLjMgMWI5MjZkMDFiOWE3NzIyYS4zIC8gT2xk\
    RmlsZXMvbWFpbi5zd2lmdDo0Mgp7InJpbmdzIjowLCJzZWNvbmRzIjoxODAsImlkIjoiMDAwMDAwMDAtMDAwMC0wMDAwLTAwMDAt\
    MDAwMDAwMDAwMDAwIiwibmFtZSI6InRlYSJ9
    """
}
