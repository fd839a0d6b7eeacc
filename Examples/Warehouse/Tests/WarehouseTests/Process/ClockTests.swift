import BrowserTesting
import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import WarehouseFeature
import WarehouseStorage
import XCTest

/// The program after its clock was set.
final class ClockTests: XCTestCase {
  private let folder = TestFolder()

  override func tearDown() { folder.remove() }

  func testALeaseFromATomorrowThatWasWrongEndsAfterItsDuration() async throws {
    // A program whose clock was a day ahead has granted it, and was killed. Then the clock was set right.
    let tomorrow = Date(timeIntervalSinceNow: 86_400)
    let duration = Duration.seconds(2)
    let storage = try SQLiteStorage(path: folder.path("warehouses.sqlite"))
    let warehouses = Warehouses(storage: storage, editTime: duration) {
      $0.context = .live
      $0.date = .constant(tomorrow)
    }
    _ = try await warehouses.make("north")
    let bolts = Draft(name: "Bolts", status: .inStock(quantity: 5))
    for request in [WarehouseFeature.Request.add(bolts), .edit(1)] {
      _ = try await warehouses.directory.commit(.requested(request), to: "north")
    }
    await warehouses.directory.shutdown(within: .zero)

    let program = try await Program("--database", folder.path, "--edit-time", "2")
    let stream = try Connection(port: program.port)
    stream.send("GET /api/warehouses/north/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    var isLocked = false
    for await line in stream.lines() {
      if line.hasPrefix("retry:") {
        let edit = try await program.request("POST /api/warehouses/north/items/1/edit")
        isLocked = edit.hasPrefix("HTTP/1.1 409 ")
        // A machine may be so slow that the lease has expired.
        if !isLocked { XCTAssertTrue(edit.hasPrefix("HTTP/1.1 201 "), edit) }
      }
      // Its end is an event, and so is the new lease.
      if line.hasPrefix("data:") { break }
    }
    if isLocked {
      // Locked until then, and not for a day.
      let edit = try await program.request("POST /api/warehouses/north/items/1/edit")
      XCTAssertTrue(edit.hasPrefix("HTTP/1.1 201 "), edit)
    }
    stream.end()
    program.signal(SIGTERM)
    _ = await program.end()
  }
}
