import TroupeTesting
import XCTest

@testable import Troupe

final class SlotTableTests: TroupeTestCase {
  func testItHoldsWhatADictionaryHolds() {
    var generator = SeededGenerator(seed: 1)
    var table = SlotTable<Int>()
    var values: [Int: Int] = [:]
    for number in 0..<20_000 {
      // Slots from a range that grows and shrinks, as in bursts.
      let slot = Int.random(in: 0..<(number / 2000 % 2 == 0 ? 500 : 10), using: &generator)
      if Bool.random(using: &generator) {
        table.set(number, at: slot)
        values[slot] = number
      } else {
        table.remove(at: slot)
        values[slot] = nil
      }
      XCTAssertEqual(table[slot], values[slot])
      if number % 100 == 0 {
        XCTAssertEqual(Array(table.all), values.sorted { $0.key < $1.key }.map(\.value))
      }
    }
  }

  func testItGivesBackWhatABurstTook() {
    var table = SlotTable<Int>()
    for slot in 0..<10_000 { table.set(slot, at: slot) }
    for slot in 1..<10_000 { table.remove(at: slot) }
    for _ in 0..<10_000 {
      table.set(1, at: 1)
      table.remove(at: 1)
    }
    XCTAssertLessThan(table.values.count, 100)
    XCTAssertEqual(table[0], 0)
    table.remove(at: 0)
    XCTAssertTrue(table.isEmpty)
  }

  func testALargeTableGrowsByHalf() {
    var table = SlotTable<Int>()
    for slot in 0..<100_000 {
      table.set(slot, at: slot)
      guard slot >= 2_000 else { continue }
      XCTAssertLessThan(table.values.capacity, (slot + 1) * 8 / 5)
    }
  }

  /// A table that was trimmed at each end of the last slot would be refilled each time.
  func testItStaysAsLongAsItIsWhileOneAtItsEndComesAndGoes() {
    for isAlone in [true, false] {
      var table = SlotTable<Int>()
      if !isAlone { table.set(0, at: 0) }
      for _ in 0..<1000 {
        table.set(1, at: 9_999)
        table.remove(at: 9_999)
        XCTAssertEqual(table.values.count, 10_000)
      }
    }
  }
}
