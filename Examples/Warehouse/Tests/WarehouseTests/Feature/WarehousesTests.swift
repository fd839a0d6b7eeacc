import TroupeDurable
import XCTest

@testable import WarehouseFeature

final class WarehousesTests: XCTestCase {
  func testOnlyAWarehouseThatIsSavedIsClosed() {
    let saved = Warehouses.directoryConfiguration(isSaved: true, capacity: 7)
    XCTAssertEqual(saved.capacity, 7)
    XCTAssertNotNil(saved.idleTime)
    let unsaved = Warehouses.directoryConfiguration(isSaved: false, capacity: 7)
    XCTAssertEqual(unsaved.capacity, .max)
    XCTAssertNil(unsaved.idleTime)
  }
}
