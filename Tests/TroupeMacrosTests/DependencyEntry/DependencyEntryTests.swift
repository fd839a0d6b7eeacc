import Troupe
import XCTest

struct Printer: Sendable {
  var name: String
  var pageLimit: Int?

  static let live = Printer(name: "live, with paper", pageLimit: 400)
}

extension DependencyValues {
  @DependencyEntry var printer: Printer = Printer(name: "of tests")
  @DependencyEntry(liveValue: Printer.live) var livePrinter: Printer = Printer(name: "of tests")
  @DependencyEntry(previewValue: Printer(name: "preview, \("in color")")) var previewPrinter = Printer(
    name: "of tests"
  )
  @DependencyEntry(
    liveValue: [Printer.live, Printer(name: "second")].map { $0.name }.joined(separator: ", "),  // two
    previewValue: Dictionary<String, String>(uniqueKeysWithValues: [("a", "preview")])["a"]!
  )
  var printerNames: String = "of tests"
  @DependencyEntry(liveValue: 7) var `repeat`: Int?
  @DependencyEntry(liveValue: { $0 + 1 }) fileprivate var next: @Sendable (Int) -> Int = { $0 }
  @DependencyEntry fileprivate var recipient: any Error = LabelledError(code: 3)
}

/// What dependencies that `@DependencyEntry` declares have as values.
final class DependencyEntryTests: XCTestCase {
  override func invokeTest() { withFreshDependencies { super.invokeTest() } }

  private func read<Value: Sendable>(
    _ context: DependencyContext,
    _ member: @escaping @Sendable (DependencyValues) -> Value
  ) -> Value {
    withDependencies {
      $0.context = context
    } operation: {
      Dependency(member).wrappedValue
    }
  }

  // S933
  func testEachContextHasTheValueWrittenForIt() {
    XCTAssertEqual(read(.test, \.printer.name), "of tests")
    XCTAssertEqual(read(.preview, \.printer.name), "of tests")
    XCTAssertEqual(read(.test, \.livePrinter.name), "of tests")
    XCTAssertEqual(read(.live, \.livePrinter.name), "live, with paper")
    XCTAssertEqual(read(.preview, \.livePrinter.name), "live, with paper")
    XCTAssertEqual(read(.test, \.previewPrinter.name), "of tests")
    XCTAssertEqual(read(.preview, \.previewPrinter.name), "preview, in color")
    XCTAssertEqual(read(.test, \.printerNames), "of tests")
    XCTAssertEqual(read(.live, \.printerNames), "live, with paper, second")
    XCTAssertEqual(read(.preview, \.printerNames), "preview")
    XCTAssertNil(read(.test, \.repeat))
    XCTAssertEqual(read(.live, \.repeat), 7)
    XCTAssertEqual(read(.test, \.next)(1), 1)
    XCTAssertEqual(read(.live, \.next)(1), 2)
    XCTAssertEqual(read(.test, \.recipient) as? LabelledError, LabelledError(code: 3))
  }

  // S933
  func testAnEntryCanBeSet() {
    withDependencies {
      $0.printer.pageLimit = 3
      $0.repeat = 4
    } operation: {
      @Dependency(\.printer) var printer
      @Dependency(\.repeat) var count
      XCTAssertEqual(printer.pageLimit, 3)
      XCTAssertEqual(printer.name, "of tests")
      XCTAssertEqual(count, 4)
    }
  }

  // S933
  func testAnEntryWithoutALiveValueIsAnIssueInAProgram() {
    withExpectedIssue(matching: { $0.message.contains("printer") }) {
      XCTAssertEqual(read(.live, \.printer.name), "of tests")
    }
  }
}
