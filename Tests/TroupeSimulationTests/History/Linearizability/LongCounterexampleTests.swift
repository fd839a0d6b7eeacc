import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// The parts of long counterexamples that are omitted.
final class LongCounterexampleTests: RegisterTestCase {
  func testTheFirstOfManyCallsAreReplacedWithTheirStates() {
    assertIllegal(
      timeline { timeline in
        for number in 1...20 { timeline.add("a", .write(number), 2 * number, 2 * number + 1, number) }
        timeline.add("b", .write(50), 42, nil, .unknown(nil))
        for number in 21...25 { timeline.add("a", .write(number), 2 * number + 2, 2 * number + 3, number) }
        timeline.add("a", .read, 54, 55, 24)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input       outcome      start  end
      21    b       .write(50)  running      42 s
      22    a       .write(21)  returned 21  44 s   45 s
      23    a       .write(22)  returned 22  46 s   47 s
      24    a       .write(23)  returned 23  48 s   49 s
      25    a       .write(24)  returned 24  50 s   51 s
      26    a       .write(25)  returned 25  52 s   53 s
      27    a       .read       returned 24  54 s   55 s

      The table omits 20 earlier calls, which lead to the state 20 or 50 (if call 21 took effect).

      The longest possible order is 22, 23, 24, 25, 26, which leads to the state 25. No call can be next:
      - Call 27 returned 24, but it returns 25 in the state 25 and 50 in the state 50.
      """
    )
  }

  func testTheStatesAfterTheFirstCallsIncludeUnknownOnes() {
    assertIllegal(
      timeline { timeline in
        timeline.add("b", .replace(19, 50), 1, nil, .unknown(nil))
        for number in 1...18 { timeline.add("a", .write(number), 2 * number, 2 * number + 1, number) }
        timeline.add("a", .write(19), 38, 40, 19)
        timeline.add("c", .write(20), 39, 41, 20)
        for number in 0..<6 { timeline.add("a", .read, 42 + 2 * number, 43 + 2 * number, 50) }
        timeline.add("a", .replace(50, 51), 60, 61, 50)
        timeline.add("a", .replace(51, 52), 62, 63, 51)
        timeline.add("a", .replace(52, 53), 64, 65, 52)
        timeline.add("a", .replace(53, 54), 66, 67, 53)
        timeline.add("a", .replace(54, 55), 68, 69, 54)
        timeline.add("a", .read, 70, 71, 54)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input             outcome      start  end
      1     b       .replace(19, 50)  running      1 s
      28    a       .replace(50, 51)  returned 50  60 s   61 s
      29    a       .replace(51, 52)  returned 51  62 s   63 s
      30    a       .replace(52, 53)  returned 52  64 s   65 s
      31    a       .replace(53, 54)  returned 53  66 s   67 s
      32    a       .replace(54, 55)  returned 54  68 s   69 s
      33    a       .read             returned 54  70 s   71 s

      The table omits 20 earlier calls, which lead to the state 20, 19 or 50 (if call 1 took effect).
      The table omits 6 calls that don't change the state.

      The longest possible order is 1, 28, 29, 30, 31, 32, which leads to the state 55. No call can be next:
      - Call 33 returned 54, but it returns 55 in the state 55.
      """
    )
  }

  func testALongOrderIsShortened() throws {
    // The first write overlaps with all others, so the history can't be cut.
    let timeline = timeline { timeline in
      timeline.add("a", .write(50), 1, 100, 50)
      for number in 2...30 { timeline.add("b", .write(number), 2 * number, 2 * number + 1, number) }
      timeline.add("b", .read, 101, 102, 5)
    }
    let violation = try XCTUnwrap(timeline.history.violation(of: .register))
    XCTAssertEqual(violation.calls, Array(1...31))
    let numbers = (11...30).map { "\($0)" }.joined(separator: ", ")
    XCTAssertEqual(
      violation.description.split(separator: "\n").suffix(2),
      [
        "The longest possible order is …, \(numbers), which leads to the state 30. No call can be next:",
        "- Call 31 returned 5, but it returns 30 in the state 30 and 50 in the state 50.",
      ]
    )
  }
}
