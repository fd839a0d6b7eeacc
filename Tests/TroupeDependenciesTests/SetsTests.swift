import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// `DependencyValues.live`, `preview`, `test`, custom sets, and `merge`.
final class SetsTests: DependencyTestCase {
  func testAReadyMadeSetHasTheDefaultsOfItsContextAndForgetsWhatWasSet() {
    let sets: [(DependencyValues, String)] = [(.live, "live"), (.preview, "preview"), (.test, "test")]
    withDependencies {
      $0.complete = "set"
      $0.context = .preview
    } operation: {
      for (set, value) in sets {
        let found = withDependencies {
          $0 = set
        } operation: {
          read(\.complete)
        }
        XCTAssertEqual(found, value)
      }
      XCTAssertEqual(read(\.complete), "set")
    }
  }

  func testMergingReplacesWhatTheOtherSetHasAndKeepsTheRest() {
    var other = DependencyValues()
    other.number = 7
    withDependencies {
      $0.number = 5
      $0.testOnly = "kept"
      $0.context = .preview
      $0.merge(other)
    } operation: {
      XCTAssertEqual(read(\.number), 7)
      XCTAssertEqual(read(\.testOnly), "kept")
      XCTAssertEqual(read(\.context), .preview, "The other set has no context.")
      withDependencies {
        $0 = $0.merging(.live)
      } operation: {
        XCTAssertEqual(read(\.number), 7)
        XCTAssertEqual(read(\.complete), "live")
      }
    }
    XCTAssertEqual(other.merging(.test).number, 7)
    XCTAssertEqual(DependencyValues().merging(other).number, 7)
  }

  // Both belong to the place where the set is used, and not to the set.
  func testASetThatWasMadeElsewhereUsesTheFreshDefaultsOfItsPlace() {
    let set = DependencyValues.test
    let before = read(\.counted)
    withFreshDependencies {
      let fresh = read(\.counted)
      XCTAssertFalse(fresh === before)
      let assigned = withDependencies {
        $0 = set
      } operation: {
        read(\.counted)
      }
      XCTAssertTrue(assigned === fresh)
      let merged = withDependencies {
        $0.merge(set)
      } operation: {
        read(\.counted)
      }
      XCTAssertTrue(merged === fresh)
    }
  }

  func testAPartOfAValueIsChangedInASet() {
    var values = DependencyValues.test
    values.client.first = { 10 }
    let client = withDependencies {
      $0.merge(values)
    } operation: {
      read(\.client)
    }
    XCTAssertEqual([client.first(), client.second()], [10, 2])
  }
}

/// `@Dependency(_:as:)`.
final class DependencyOfATypeTests: DependencyTestCase {
  private protocol Mailer: Sendable {
    func send(_ text: String)
  }

  private final class RecordingMailer: Mailer {
    let count = Counter()
    func send(_ text: String) { count.next() }
  }

  private struct SilentMailer: Mailer {
    func send(_ text: String) {}
  }

  private enum MailerKey: TestDependencyKey {
    static var testValue: any Mailer { SilentMailer() }
  }

  func testTheValueIsReadAsTheTypeThatWasSet() {
    @Dependency({ $0[MailerKey.self] }, as: RecordingMailer.self) var recording
    let mailer = RecordingMailer()
    withDependencies {
      $0[MailerKey.self] = mailer
    } operation: {
      @Dependency({ $0[MailerKey.self] }) var used
      used.send("Hello")
      XCTAssertTrue(recording === mailer)
      XCTAssertEqual(recording?.count.value, 1)
    }
  }

  func testAnotherTypeIsAnIssueAndNil() {
    let issues = issues {
      @Dependency({ $0[MailerKey.self] }, as: RecordingMailer.self, line: 7) var recording
      XCTAssertNil(recording)
    }
    XCTAssertEqual(issues.map(\.location.line), [7])
    XCTAssertTrue(
      issues[0].message.contains("the dependency's value is of type SilentMailer"),
      issues[0].message
    )
  }
}
