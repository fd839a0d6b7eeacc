import Foundation
import Synchronization
import Troupe
import TroupeDependencies
import TroupeDiagnostics
import TroupeFoundation
import XCTest

/// The dependencies that need Foundation.
final class FoundationValuesTests: XCTestCase {
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date
  @Dependency(\.date.now) private var now
  @Dependency(\.calendar) private var calendar
  @Dependency(\.locale) private var locale
  @Dependency(\.timeZone) private var timeZone

  private final class Issues: IssueReporter {
    private let issues = Locked<[ReportedIssue]>([])

    var messages: [String] { issues.withLock { $0.map(\.message) } }

    func report(_ issue: ReportedIssue) { issues.withLock { $0.append(issue) } }
  }

  /// The first lines of the issues of an operation.
  private func issues(_ operation: () -> Void) -> [String] {
    let issues = Issues()
    withIssueReporters([issues], operation: operation)
    return issues.messages.compactMap { $0.split(separator: "\n").first.map(String.init) }
  }

  // S393
  func testIncrementingIdentifiersCountInTheTrailingDigits() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      XCTAssertEqual(uuid().uuidString, "00000000-0000-0000-0000-000000000000")
      XCTAssertEqual(uuid().uuidString, "00000000-0000-0000-0000-000000000001")
      XCTAssertEqual(uuid(), UUID(2))
      for _ in 3..<16 { _ = uuid() }
      XCTAssertEqual(uuid().uuidString, "00000000-0000-0000-0000-000000000010")
    }
  }

  // S393
  func testEachIncrementingSourceBeginsAtZero() {
    for _ in 0..<2 {
      withDependencies {
        $0.uuid = .incrementing
      } operation: {
        XCTAssertEqual(uuid(), UUID(0))
      }
    }
  }

  // S393
  func testIdentifiersAreMadeFromNumbers() {
    XCTAssertEqual(UUID(10).uuidString, "00000000-0000-0000-0000-00000000000A")
    XCTAssertEqual(UUID(-1).uuidString, "00000000-0000-0001-0000-000000000001")
    XCTAssertEqual(UUID(-10).uuidString, "00000000-0000-0001-0000-00000000000A")
    XCTAssertEqual(UUID(0xFFFF_FFFF_FFFF).uuidString, "00000000-0000-0000-0000-FFFFFFFFFFFF")
    XCTAssertEqual(UUID(.max).uuidString, "00000000-0000-0000-7FFF-FFFFFFFFFFFF")
    XCTAssertEqual(UUID(.min).uuidString, "00000000-0000-0001-8000-000000000000")
  }

  // S393
  func testManyTasksDrawDifferentIdentifiers() async {
    let drawn = await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      await withTaskGroup(of: [UUID].self) { group in
        for _ in 0..<20 {
          group.addTask {
            @Dependency(\.uuid) var uuid
            return (0..<100).map { _ in uuid() }
          }
        }
        return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
      }
    }
    XCTAssertEqual(drawn, Set((0..<2_000).map { UUID($0) }))
  }

  func testAConstantIdentifierStays() {
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      XCTAssertEqual([uuid(), uuid()], [UUID(7), UUID(7)])
    }
  }

  // S394
  func testNowIsOverriddenByItsProperty() {
    let moment = Date(timeIntervalSince1970: 1_234_567_890)
    withDependencies {
      $0.date.now = moment
    } operation: {
      XCTAssertEqual([date(), date.now, now], [moment, moment, moment])
    }
    withDependencies {
      $0.date = .constant(moment)
    } operation: {
      XCTAssertEqual(now, moment)
    }
  }

  // S394
  func testADateMayBeComputed() {
    let count = Atomic(0)
    let generator = DateGenerator {
      Date(timeIntervalSince1970: Double(count.add(1, ordering: .relaxed).newValue))
    }
    withDependencies {
      $0.date = generator
    } operation: {
      XCTAssertEqual([now, now].map(\.timeIntervalSince1970), [1, 2])
    }
  }

  func testProgramsHaveTheRealValues() {
    withDependencies {
      $0.context = .live
    } operation: {
      XCTAssertNotEqual(uuid(), uuid())
      XCTAssertGreaterThan(now, Date(timeIntervalSince1970: 1_700_000_000))
      XCTAssertEqual(calendar, .autoupdatingCurrent)
      XCTAssertEqual(locale, .autoupdatingCurrent)
      XCTAssertEqual(timeZone, .autoupdatingCurrent)
    }
  }

  func testUsingAnIdentifierOrADateInATestIsAnIssue() {
    let issues = issues {
      XCTAssertEqual(uuid(), UUID(0))
      XCTAssertEqual(now, Date(timeIntervalSinceReferenceDate: 0))
    }
    XCTAssertEqual(
      issues,
      ["uuid was used, but is not implemented here.", "date was used, but is not implemented here."]
    )
  }

  // S367
  func testReadingTheRegionInATestIsAnIssue() {
    let issues = issues { _ = (calendar, locale, timeZone) }
    XCTAssertEqual(issues.count, 3)
    for (issue, name) in zip(issues, ["calendar", "locale", "timeZone"]) {
      XCTAssertTrue(issue.hasPrefix("@Dependency(\\.\(name)) at TroupeFoundationTests/"), issue)
      XCTAssertTrue(issue.contains("has no test value"), issue)
    }
    let overridden = self.issues {
      withDependencies {
        $0.calendar = Calendar(identifier: .gregorian)
        $0.locale = Locale(identifier: "nb_NO")
        $0.timeZone = .gmt
      } operation: {
        XCTAssertEqual([calendar.identifier], [.gregorian])
        XCTAssertEqual(locale.identifier, "nb_NO")
        XCTAssertEqual(timeZone, .gmt)
      }
    }
    XCTAssertEqual(overridden, [])
  }

  @Dependency(\.preferredLocales) private var preferredLocales

  func testPreferredLocalesAreThoseOfTheUsersLanguages() {
    XCTAssertEqual(issues { _ = preferredLocales }.count, 1)
    withDependencies {
      $0.preferredLocales = [Locale(identifier: "de_AT"), Locale(identifier: "en")]
    } operation: {
      XCTAssertEqual(preferredLocales.map(\.identifier), ["de_AT", "en"])
    }
    let live = withDependencies {
      $0.context = .live
    } operation: {
      preferredLocales
    }
    XCTAssertEqual(live, Locale.preferredLanguages.map { Locale(identifier: $0) })
  }

  @Dependency(\.notificationCenter) private var notificationCenter

  func testEachTestHasANotificationCenterOfItsOwn() {
    let center = notificationCenter
    XCTAssertFalse(center === NotificationCenter.default)
    XCTAssertTrue(center === notificationCenter, "It is the same one throughout the test.")
    withFreshDependencies { XCTAssertFalse(center === notificationCenter) }
    withDependencies {
      $0.context = .live
    } operation: {
      XCTAssertTrue(notificationCenter === NotificationCenter.default)
    }
  }

  private final class Reads: DependencyReader {
    private let names = Locked<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func value<Value: Codable & Sendable>(_ name: String, _ read: () -> Value) -> Value {
      names.withLock { $0.append(name) }
      return (UUID(7) as? Value) ?? read()
    }

    func lookedUp(_ name: String) {}
  }

  // S660, S661
  func testTheDatesAndIdentifiersOfAReductionPassItsReader() {
    let reads = Reads()
    withDependencies {
      $0.date.now = Date(timeIntervalSinceReferenceDate: 5)
      $0.uuid = .incrementing
    } operation: {
      DependencyReads.pass(to: reads) {
        XCTAssertEqual(now, Date(timeIntervalSinceReferenceDate: 5))
        XCTAssertEqual(date(), now)
        XCTAssertEqual(uuid(), UUID(7))
      }
      XCTAssertEqual(uuid(), UUID(0), "It was asked where the reader had an answer.")
    }
    XCTAssertEqual(reads.all, ["date", "date", "date", "uuid"])
  }
}
