import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// Known histories of a register, and the texts of their counterexamples.
final class LinearizableTests: RegisterTestCase {
  // MARK: Legal histories

  func testEmptyHistoriesAreLegal() {
    assertLegal(Register())
    assertLegal(timeline { $0.add("a", .write(1), 1, nil, .unknown(nil)) })
    assertLegal(timeline { $0.add("a", .write(1), 1, 2, .failed(Refusal())) })
  }

  func testConcurrentWritesMayTakeEffectInAnyOrder() {
    for (first, last) in [(1, 2), (2, 1)] {
      assertLegal(
        timeline {
          $0.add("a", .write(1), 1, 6, 1)
          $0.add("b", .write(2), 2, 7, 2)
          $0.add("c", .read, 3, 4, first)
          $0.add("c", .read, 8, 9, last)
        }
      )
    }
  }

  func testAnUnknownWriteMayTakeEffectLateOrNever() {
    for last in [2, 1] {
      assertLegal(
        timeline {
          $0.add("a", .write(1), 1, 2, .unknown(Timeout()))
          $0.add("b", .write(2), 3, 4, 2)
          $0.add("b", .read, 5, 6, 2)
          $0.add("b", .read, 7, 8, last)
        }
      )
    }
  }

  func testTheRightOneOfTwoUnknownCallsExplainsARead() {
    // Both unknown calls explain the first read, but only the write explains the last one.
    for isWriteFirst in [true, false] {
      assertLegal(
        timeline {
          $0.add("a", .write(1), isWriteFirst ? 1 : 3, nil, .unknown(nil))
          $0.add("b", .replace(0, 1), 2, nil, .unknown(nil))
          $0.add("c", .read, 4, 5, 1)
          $0.add("c", .write(5), 6, 7, 5)
          $0.add("c", .read, 8, 9, 5)
          $0.add("c", .read, 10, 11, 1)
        }
      )
    }
  }

  func testCallsThatWereStillRunningMayHaveTakenEffect() {
    assertLegal(
      timeline {
        $0.add("a", .write(1), 1, nil, .unknown(nil))
        $0.add("b", .read, 2, 3, 0)
        $0.add("b", .read, 4, 5, 1)
      }
    )
  }

  // MARK: Illegal histories

  func testAStaleRead() {
    assertIllegal(
      timeline {
        $0.add("a", .write(1), 1, 2, 1)
        $0.add("b", .read, 3, 4, 1)
        $0.add("a", .write(2), 5, 6, 2)
        $0.add("b", .read, 7, 9, 1)
        $0.add("c", .write(3), 8, 10, 3)
        $0.add("c", .read, 11, 12, 3)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input      outcome     start  end
      1     a       .write(1)  returned 1  1 s    2 s
      3     a       .write(2)  returned 2  5 s    6 s
      4     b       .read      returned 1  7 s    9 s
      5     c       .write(3)  running     8 s

      The table omits 1 call that doesn't change the state.

      The longest possible order is 1, 3, which leads to the state 2. No call can be next:
      - Call 4 returned 1, but it returns 2 in the state 2 and 3 in the state 3.
      """
    )
  }

  func testALostUpdate() {
    assertIllegal(
      timeline {
        $0.add("a", .replace(0, 1), 1, 3, 0)
        $0.add("b", .replace(0, 2), 2, 4, 0)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input           outcome     start  end
      1     a       .replace(0, 1)  returned 0  1 s    3 s
      2     b       .replace(0, 2)  returned 0  2 s    4 s

      The longest possible order is 1, which leads to the state 1. No call can be next:
      - Call 1 returned 0, but it returns 2 in the state 2.
      - Call 2 returned 0, but it returns 1 in the state 1.
      """
    )
  }

  func testAViolationOfTheOrderInTime() {
    // Either order of the writes explains the reads, but the reads of the clients disagree.
    assertIllegal(
      timeline {
        $0.add("a", .write(1), 1, 3, 1)
        $0.add("b", .write(2), 2, 4, 2)
        $0.add("c", .read, 5, 6, 1)
        $0.add("d", .read, 7, 8, 2)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input      outcome     start  end
      1     a       .write(1)  returned 1  1 s    3 s
      2     b       .write(2)  returned 2  2 s    4 s
      3     c       .read      returned 1  5 s    6 s
      4     d       .read      returned 2  7 s    8 s

      The longest possible order is 2, 1, 3, which leads to the state 1. No call can be next:
      - Call 4 returned 2, but it returns 1 in the state 1.
      """
    )
  }

  func testAnUnknownWriteCannotTakeEffectTwice() {
    assertIllegal(
      timeline {
        $0.add("a", .write(1), 1, 2, .unknown(Timeout()))
        $0.add("b", .write(2), 3, 4, 2)
        $0.add("b", .read, 5, 6, 1)
        $0.add("b", .write(3), 7, 8, 3)
        $0.add("b", .read, 9, 10, 1)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input      outcome             start  end
      1     a       .write(1)  unknown: Timeout()  1 s    2 s
      2     b       .write(2)  returned 2          3 s    4 s
      3     b       .read      returned 1          5 s    6 s
      4     b       .write(3)  returned 3          7 s    8 s
      5     b       .read      returned 1          9 s    10 s

      The longest possible order is 2, 1, 3, 4, which leads to the state 3. No call can be next:
      - Call 5 returned 1, but it returns 3 in the state 3.
      """
    )
  }

  func testAFailedWriteThatIsRead() {
    assertIllegal(
      timeline {
        $0.add("a", .write(1), 1, 2, .failed(Refusal()))
        $0.add("a", .write(2), 3, 4, .failed(Refusal()))
        $0.add("b", .read, 5, 6, 2)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input      outcome                             start  end
      2     a       .write(2)  failed: Refusal(hadNoEffect: true)  3 s    4 s
      3     b       .read      returned 2                          5 s    6 s

      No call can be first in the state 0:
      - Call 3 returned 2, but it returns 0 in the state 0.

      Call 2 failed. The calls would be linearizable if this call had taken effect.
      """
    )
  }

  func testAReadBeforeTheWrite() {
    assertIllegal(
      timeline {
        $0.add("a", .read, 1, 2, 1)
        $0.add("b", .write(1), 3, 4, 1)
      },
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input  outcome     start  end
      1     a       .read  returned 1  1 s    2 s

      No call can be first in the state 0:
      - Call 1 returned 1, but it returns 0 in the state 0.
      """
    )
  }

  // MARK: Other models

  func testKeysAreIndependent() {
    struct Deposit: Sendable {
      let account: String
      let amount: Int
    }
    var timeline = Timeline<Deposit, Int>()
    timeline.add("a", Deposit(account: "x", amount: 1), 1, 4, 1)
    timeline.add("b", Deposit(account: "y", amount: 5), 2, 3, 5)
    timeline.add("b", Deposit(account: "y", amount: 5), 5, 6, 5)
    let check = HistoryCheck<Deposit, Int>
      .linearizable(initial: 0, by: \.account) { balance, deposit in
        balance += deposit.amount
        return balance
      }
    XCTAssertEqual(
      timeline.history.violation(of: check)?.description,
      """
      The history isn't linearizable for the key "y": no order of these calls explains their outcomes.

      call  client  input                             outcome     start  end
      2     b       Deposit(account: "y", amount: 5)  returned 5  2 s    3 s
      3     b       Deposit(account: "y", amount: 5)  returned 5  5 s    6 s

      The longest possible order is 2, which leads to the state 5. No call can be next:
      - Call 3 returned 5, but it returns 10 in the state 5.
      """
    )
    XCTAssertNil(History(Array(timeline.calls.prefix(2))).violation(of: check))
  }

  func testAModelMayBeNondeterministic() {
    // The calls take any element of a bag.
    let check = HistoryCheck<String, Int>
      .linearizable(initial: Set(1...2)) { bag, _, output in
        guard let output else { return bag.map { bag.subtracting([$0]) } }
        return bag.contains(output) ? [bag.subtracting([output])] : []
      }
    var timeline = Timeline<String, Int>()
    timeline.add("a", "take", 1, 3, 2)
    timeline.add("b", "take", 2, 4, 1)
    XCTAssertNil(timeline.history.violation(of: check))
    timeline.add("c", "take", 5, 6, 2)
    XCTAssertEqual(
      timeline.history.violation(of: check)?.description,
      """
      The history isn't linearizable: no order of these calls explains their outcomes.

      call  client  input   outcome     start  end
      1     a       "take"  returned 2  1 s    3 s
      2     b       "take"  returned 1  2 s    4 s
      3     c       "take"  returned 2  5 s    6 s

      The longest possible order is 1, 2, which leads to the state Set([]). No call can be next:
      - Call 3 returned 2, which is impossible in the state Set([]).
      """
    )
    // An unknown call may have taken either element, so the next one may have, too.
    for output in [1, 2] {
      var timeline = Timeline<String, Int>()
      timeline.add("a", "take", 1, nil, .unknown(nil))
      timeline.add("b", "take", 2, 3, output)
      XCTAssertNil(timeline.history.violation(of: check))
      timeline.add("b", "take", 4, 5, output)
      XCTAssertNotNil(timeline.history.violation(of: check))
    }
  }

  func testASearchThatReachesItsLimitIsReported() {
    // Each unknown call doubles the number of states.
    var timeline = Timeline<Int, Int>()
    for number in 0..<20 { timeline.add("a", 1 << number, number, nil, .unknown(nil)) }
    timeline.add("b", 0, 20, 21, -1)
    let check = HistoryCheck<Int, Int>
      .linearizable(initial: 0, limit: 1_000) { total, amount in
        total += amount
        return total
      }
    XCTAssertEqual(
      timeline.history.violation(of: check)?.description,
      """
      The check couldn't decide within 1000 steps whether the history is linearizable. It has 21 calls, of which \
      20 have an unknown outcome. Increase the limit, use more keys, or make fewer calls with unknown outcomes.
      """
    )
  }
}
