import Foundation
import XCTest

/// Everything that takes a clock, in a file where `clock` is also a C function.
final class ClocksTests: XCTestCase {
  /// Calls with the dependency that is named `clock`. The function keeps Swift from opening the existential.
  private static let calls = [
    "_ = effect.debounce(id: 1, for: .seconds(1), clock: clock)",
    "_ = effect.throttle(id: 1, for: .seconds(1), latest: true, clock: clock)",
    "_ = effect.timeout(after: .seconds(1), clock: clock)",
    "_ = effect.timeout(after: .seconds(1), clock: clock, sending: 1)",
    "_ = effect.retry(.exponential(initial: .seconds(1), maximum: .seconds(3), attempts: 4), clock: clock)",
    "await store.shutdown(within: .seconds(1), clock: clock)",
    "await store.shutdown(within: nil, cancellationGrace: .seconds(1), clock: clock)",
    "await directory.shutdown(within: .seconds(1), clock: clock)",
    "configuration.clock = clock",
    "_ = FolderStorage(path: \"\", clock: clock)",
    "_ = try await Store(initialState: 1, storage: storage, key: key, codec: codec, clock: clock) { reducer }",
    "_ = AnyClock(clock)",
    "_ = AnyClock(clock).now",
    "_ = clock.timer(interval: .seconds(1))",
    "try await clock.sleep(for: .seconds(1))",
    "withDependencies { $0.continuousClock = clock } operation: {}",
  ]

  private func check(_ clock: String, _ calls: [String], line: UInt = #line) throws {
    let source = """
      import Dispatch
      import Foundation
      #if canImport(Glibc)
      import Glibc
      #elseif canImport(Darwin)
      import Darwin
      #endif
      import TroupeDurable
      import TroupeTesting
      struct Feature {
        \(clock)
        func use(
          effect: Effect<Int>, store: Store<Int, Int>, directory: StoreDirectory<String, Int, Int>,
          storage: any Storage, key: StorageKey, codec: StateCodec<Int>, reducer: EmptyReducer<Int, Int>
        ) async throws {
          var configuration = StoreDirectoryConfiguration()
          \(calls.joined(separator: "\n    "))
          configuration = StoreDirectoryConfiguration()
          _ = configuration
        }
      }
      """
    XCTAssertEqual(try Compiler.check(source, options: ["-warnings-as-errors"]), [], line: line)
  }

  // S764
  func testADependencyThatIsNamedClockIsTakenBesideTheFunction() throws {
    try check("@Dependency(\\.continuousClock) var clock", Self.calls)
    try check("@Dependency(\\.suspendingClock) var clock", Self.calls)
    try check("let clock: any Clock<Duration>", Self.calls)
  }

  func testClocksOfEveryTypeAreTaken() throws {
    for clock in [".continuous", "ContinuousClock()", ".suspending"] {
      let calls = Self.calls.filter { $0.contains("clock: clock") }
      try check("", calls.map { $0.replacing("clock: clock", with: "clock: \(clock)") })
    }
    try check("let clock: ContinuousClock", Self.calls)
    try check("let clock: AnyClock", Self.calls)
  }

  // S764
  /// A function that takes a clock of a certain type can't be called with a dependency that is named `clock`.
  func testNoPublicFunctionWantsAClockOfOneType() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
    let files = try XCTUnwrap(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var (found, wrong) = (0, [String]())
    for case let file as URL in files where file.pathExtension == "swift" {
      for declaration in try String(contentsOf: file, encoding: .utf8).split(separator: "public ").dropFirst()
      {
        let head = declaration.prefix { $0 != "{" }
        found += head.contains("any Clock<Duration>") ? 1 : 0
        if head.contains("some Clock<") || head.contains(": Clock<") { wrong.append("\(file.path): \(head)") }
      }
    }
    XCTAssertEqual(wrong, [])
    XCTAssertGreaterThan(found, 8)
  }
}
