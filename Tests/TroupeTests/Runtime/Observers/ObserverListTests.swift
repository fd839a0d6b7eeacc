import XCTest

@testable import Troupe

final class ObserverListTests: XCTestCase {
  private func members(_ list: ObserverList<Int>) -> [Int] {
    var members: [Int] = []
    list.forEach { members.append($0) }
    return members
  }

  func testMembersComeInOrderAndLeaveByNumber() {
    var list = ObserverList<Int>()
    let numbers = (0..<100).map { list.add($0) }
    for member in 0..<100 where member % 3 != 0 { list.remove(numbers[member]) }
    XCTAssertEqual(members(list), Array(stride(from: 0, to: 100, by: 3)))
    list.remove(numbers[1])
    XCTAssertEqual(list.entries.count { $0.member != nil }, 34, "one who has left leaves once")
    for number in numbers { list.remove(number) }
    XCTAssertTrue(list.isEmpty)
    list.remove(numbers[0])
    _ = list.add(7)
    list.remove(numbers[99])
    XCTAssertEqual(members(list), [7], "a number isn't given again")
  }

  func testThoseWhoArePutBackKeepTheirNumbersAndTheirPlace() {
    var list = ObserverList<Int>()
    let numbers = (0..<10).map { list.add($0) }
    list.remove(numbers[2])
    var taken = list.takeAll()
    XCTAssertTrue(list.isEmpty)
    let late = list.add(10)
    taken.removeAll { $0.isMultiple(of: 2) }
    list.putBack(taken)
    XCTAssertEqual(members(list), [1, 3, 5, 7, 9, 10])
    list.remove(late)
    list.remove(numbers[5])
    list.remove(numbers[4])
    XCTAssertEqual(members(list), [1, 3, 7, 9])
    XCTAssertEqual(list.entries.count { $0.member != nil }, 4)
  }

  func testItIsLikeADictionary() {
    var random = SystemRandomNumberGenerator()
    var list = ObserverList<Int>()
    var model: [(UInt64, Int)] = []
    for step in 0..<5_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: model.append((list.add(step), step))
      case 5..<9:
        guard let index = model.indices.randomElement(using: &random) else { continue }
        list.remove(model.remove(at: index).0)
      default:
        var taken = list.takeAll()
        let isDone = { (member: Int) in member % 7 == step % 7 }
        taken.removeAll(where: isDone)
        model.removeAll { isDone($0.1) }
        model.append((list.add(-step), -step))
        list.putBack(taken)
      }
      XCTAssertEqual(list.entries.count { $0.member != nil }, model.count)
    }
    XCTAssertEqual(members(list), model.map(\.1))
  }
}
