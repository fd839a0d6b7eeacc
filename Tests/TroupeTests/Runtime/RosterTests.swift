import XCTest

@testable import Troupe

final class RosterTests: XCTestCase {
  private func members(_ roster: Roster<Int>) -> [Int] {
    var members: [Int] = []
    roster.forEach { members.append($0) }
    return members
  }

  func testMembersComeInOrderAndLeaveByNumber() {
    var roster = Roster<Int>()
    let numbers = (0..<100).map { roster.add($0) }
    for member in 0..<100 where member % 3 != 0 { roster.remove(numbers[member]) }
    XCTAssertEqual(members(roster), Array(stride(from: 0, to: 100, by: 3)))
    roster.remove(numbers[1])
    XCTAssertEqual(roster.entries.count { $0.member != nil }, 34, "one who has left leaves once")
    for number in numbers { roster.remove(number) }
    XCTAssertTrue(roster.isEmpty)
    roster.remove(numbers[0])
    _ = roster.add(7)
    roster.remove(numbers[99])
    XCTAssertEqual(members(roster), [7], "a number isn't given again")
  }

  func testThoseWhoArePutBackKeepTheirNumbersAndTheirPlace() {
    var roster = Roster<Int>()
    let numbers = (0..<10).map { roster.add($0) }
    roster.remove(numbers[2])
    var taken = roster.takeAll()
    XCTAssertTrue(roster.isEmpty)
    let late = roster.add(10)
    taken.removeAll { $0.isMultiple(of: 2) }
    roster.putBack(taken)
    XCTAssertEqual(members(roster), [1, 3, 5, 7, 9, 10])
    roster.remove(late)
    roster.remove(numbers[5])
    roster.remove(numbers[4])
    XCTAssertEqual(members(roster), [1, 3, 7, 9])
    XCTAssertEqual(roster.entries.count { $0.member != nil }, 4)
  }

  func testItIsLikeADictionary() {
    var random = SystemRandomNumberGenerator()
    var roster = Roster<Int>()
    var model: [(UInt64, Int)] = []
    for step in 0..<5_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: model.append((roster.add(step), step))
      case 5..<9:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        roster.remove(model.remove(at: index).0)
      default:
        var taken = roster.takeAll()
        let isDone = { (member: Int) in member % 7 == step % 7 }
        taken.removeAll(where: isDone)
        model.removeAll { isDone($0.1) }
        model.append((roster.add(-step), -step))
        roster.putBack(taken)
      }
      XCTAssertEqual(roster.entries.count { $0.member != nil }, model.count)
    }
    XCTAssertEqual(members(roster), model.map(\.1))
  }
}
