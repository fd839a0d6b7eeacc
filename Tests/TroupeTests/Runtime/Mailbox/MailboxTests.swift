import XCTest

@testable import Troupe

/// The messages that wait for a store's executor, step by step.
final class MailboxTests: XCTestCase {
  // A sample of the guides has types with these names.
  private typealias Mail = Troupe.Mail
  private typealias Mailbox = Troupe.Mailbox

  private func action(_ number: Int) -> Mail { .action(QueuedAction(number), gate: nil) }

  /// Takes all messages. Returns the numbers of the actions; nil stands for any other message.
  private func numbers(in content: Mailbox.Content) -> [Int?] {
    var (content, numbers) = (content, [Int?]())
    while let mail = content.entries.popFirst() {
      if case .action(let leaf, _) = mail { numbers.append(leaf.value as? Int) } else { numbers.append(nil) }
    }
    return numbers
  }

  private func name(of result: Mailbox.Appended) -> String {
    switch result {
    case .appended(true): "schedule"
    case .appended(false): "appended"
    case .replaced(let mail): if case .action(let leaf, _) = mail { "replaced \(leaf.value)" } else { "" }
    case .dropped: "dropped"
    case .rejected(let error): "\(error)" == "\(StoreError.inboxFull(capacity: 2))" ? "full" : "closed"
    }
  }

  func testOnlyTheFirstMessageAfterADrainSchedulesOne() {
    let mailbox = Mailbox()
    XCTAssertTrue(mailbox.isEmpty)
    XCTAssertTrue(mailbox.append(.start))
    XCTAssertFalse(mailbox.isEmpty)
    XCTAssertFalse(mailbox.append(.start))
    XCTAssertEqual(name(of: mailbox.append(action(1), inbox: InboxConfiguration())), "appended")
    // Another caller has taken the messages; the scheduled drain is still to come.
    XCTAssertEqual(numbers(in: mailbox.takeAll()), [nil, nil, 1])
    XCTAssertTrue(mailbox.isEmpty)
    XCTAssertFalse(mailbox.append(.start))
    mailbox.drainBegan()
    XCTAssertTrue(mailbox.append(.start))
    mailbox.drainBegan()
    XCTAssertEqual(name(of: mailbox.append(action(2), inbox: InboxConfiguration())), "schedule")
    XCTAssertEqual(numbers(in: mailbox.takeAll()), [nil, nil, 2])
  }

  func testAFullMailboxDoesWhatItsPolicySays() {
    let cases: [(InboxConfiguration.Overflow, third: String, left: [Int], overflows: Int)] = [
      (.reject, "full", [1, 2], 0), (.dropNewest, "dropped", [1, 2], 1),
      (.dropOldest, "replaced 1", [2, 3], 1),
    ]
    for (overflow, third, left, overflows) in cases {
      let mailbox = Mailbox()
      let inbox = InboxConfiguration(capacity: 2, overflow: overflow)
      for number in 1...2 { _ = mailbox.append(action(number), inbox: inbox) }
      XCTAssertEqual(name(of: mailbox.append(action(3), inbox: inbox)), third)
      XCTAssertEqual(mailbox.overflowCount, overflows)
      let content = mailbox.takeAll()
      XCTAssertEqual(content.newOverflows, overflows)
      XCTAssertEqual(numbers(in: content), left)
      // There is room again, and an overflow is reported once.
      XCTAssertNotEqual(name(of: mailbox.append(action(4), inbox: inbox)), third)
      XCTAssertEqual(mailbox.takeAll().newOverflows, 0)
      XCTAssertEqual(mailbox.overflowCount, overflows)
      // Later overflows are reported on their own, and are added to the count.
      for number in 5...8 { _ = mailbox.append(action(number), inbox: inbox) }
      XCTAssertEqual(mailbox.takeAll().newOverflows, 2 * overflows)
      XCTAssertEqual(mailbox.overflowCount, 3 * overflows)
    }
  }

  func testAMailboxThatRejectsStaysAsEmptyAsItWas() {
    let mailbox = Mailbox()
    XCTAssertTrue(mailbox.closeIfEmpty())
    XCTAssertTrue(mailbox.isClosed)
    XCTAssertEqual(name(of: mailbox.append(action(1), inbox: InboxConfiguration())), "closed")
    XCTAssertTrue(mailbox.isEmpty)
    XCTAssertTrue(mailbox.append(.start), "There is always room for what isn't an action.")
  }

  func testTheFirstReasonToCloseStays() {
    let mailbox = Mailbox()
    XCTAssertTrue(mailbox.append(.start))
    XCTAssertFalse(mailbox.closeIfEmpty())
    XCTAssertFalse(mailbox.isClosed)
    mailbox.close(because: .superseded)
    mailbox.close(because: .shutDown)
    XCTAssertTrue(mailbox.closeIfEmpty(), "It is closed.")
    guard case .rejected(let error) = mailbox.append(action(1), inbox: InboxConfiguration()) else {
      return XCTFail("It takes an action.")
    }
    XCTAssertEqual(error.code, .superseded)
  }

  func testAMessageThatIsNoEndIsNoticed() {
    let mailbox = Mailbox()
    XCTAssertTrue(mailbox.takeAll().hasOnlyEnds)
    let location = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let effect = RunningEffect(
      id: EffectID(number: 1, slot: 1),
      name: nil,
      location: location,
      route: nil,
      host: RuntimeReference(nil),
      isolation: storeIsolation(on: nil)
    )
    _ = mailbox.append(.ended(effect))
    XCTAssertTrue(mailbox.takeAll().hasOnlyEnds)
    for other in [action(1), .start] {
      _ = mailbox.append(.ended(effect))
      if other.isAction {
        _ = mailbox.append(other, inbox: InboxConfiguration())
      } else {
        _ = mailbox.append(other)
      }
      _ = mailbox.append(.ended(effect))
      XCTAssertFalse(mailbox.takeAll().hasOnlyEnds)
    }
  }
}
