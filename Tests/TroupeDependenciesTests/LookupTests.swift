@testable import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// The value of a dependency that isn't overridden.
final class LookupTests: DependencyTestCase {
  private func values<Value: Sendable>(
    of member: @escaping @Sendable (DependencyValues) -> Value
  ) -> (live: Value, preview: Value, test: Value) {
    func value(in context: DependencyContext) -> Value {
      withDependencies {
        $0.context = context
      } operation: {
        read(member)
      }
    }
    return (value(in: .live), value(in: .preview), value(in: .test))
  }

  func testTheContextOfATestBundleIsTest() {
    XCTAssertEqual(read(\.context), .test)
    XCTAssertEqual(DependencyContext(executable: "/build/debug/PackageTests.xctest"), .test)
    XCTAssertEqual(DependencyContext(executable: "/usr/libexec/swiftpm-testing-helper"), .test)
    XCTAssertEqual(DependencyContext(executable: "/usr/bin/server"), .live)
    XCTAssertEqual(DependencyContext(executable: ""), .live)
  }

  func testEachContextHasItsValue() {
    let (live, preview, test) = values(of: \.complete)
    XCTAssertEqual([live, preview, test], ["live", "preview", "test"])
  }

  // S366
  func testATestValueServesInPreviews() {
    let preview = withDependencies {
      $0.context = .preview
    } operation: {
      read(\.testOnly)
    }
    XCTAssertEqual([preview, read(\.testOnly)], ["test", "test"])
  }

  // S367
  func testALiveValueServesInPreviewsWithoutAnIssueAndInTestsWithOne() {
    XCTAssertEqual(
      withDependencies {
        $0.context = .preview
      } operation: {
        read(\.liveOnly)
      },
      "live"
    )
    XCTAssertEqual(
      withDependencies {
        $0.context = .live
      } operation: {
        read(\.liveOnly)
      },
      "live"
    )
    let issues = issues { XCTAssertEqual(read(\.liveOnly), "live") }
    XCTAssertEqual(issues.count, 1)
  }

  private enum ServiceKey: DependencyKey {
    @TaskLocal static var liveValues = Counter()

    static var liveValue: String {
      liveValues.next()
      return "live"
    }
    static var previewValue: String { "preview" }
  }

  // S367
  func testATestNeverGetsTheLiveValueOfAKeyWithAPreviewValue() {
    let liveValues = Counter()
    ServiceKey.$liveValues.withValue(liveValues) {
      @Dependency(ServiceKey.self) var service
      let issues = issues { XCTAssertEqual(service, "preview") }
      XCTAssertEqual(issues.count, 1)
      XCTAssertTrue(issues.first?.message.contains("The test gets the preview value") ?? false)
    }
    XCTAssertEqual(liveValues.value, 0)
  }

  // S369
  func testTheIssueOfALiveValueInATestNamesTheWrapper() {
    let line: UInt = #line + 1
    let wrapper = Dependency(\.liveOnly)
    let issues = issues { _ = wrapper.wrappedValue }
    XCTAssertEqual(issues.map(\.location.line), [line])
    XCTAssertEqual(
      issues.map(\.message),
      [
        """
        @Dependency(\\.liveOnly) at TroupeDependenciesTests/LookupTests.swift:\(line) has no test value, but was \
        read in a test. The test gets the live value. Key: LiveOnlyKey, value: String.

        Override the dependency for the test, with `withDependencies { $0.liveOnly = … }` or with the store's \
        `withDependencies:`, or give the key a `testValue`.
        """
      ]
    )
  }

  // S369
  func testTheIssueOfALiveValueInATestNamesTheKeyOfTheWrapper() {
    let line: UInt = #line + 1
    let wrapper = Dependency(LiveOnlyKey.self)
    let issues = issues { _ = wrapper.wrappedValue }
    XCTAssertEqual(
      issues.map(\.message),
      [
        """
        @Dependency(LiveOnlyKey.self) at TroupeDependenciesTests/LookupTests.swift:\(line) has no test value, but \
        was read in a test. The test gets the live value. Key: LiveOnlyKey, value: String.

        Override the dependency for the test, with `withDependencies { $0[LiveOnlyKey.self] = … }` or with the store's \
        `withDependencies:`, or give the key a `testValue`.
        """
      ]
    )
  }

  func testEachUseOfALiveValueInATestIsAnIssue() {
    let issues = issues {
      _ = read(\.liveOnly)
      _ = read(\.liveOnly)
    }
    XCTAssertEqual(issues.count, 2)
  }

  func testAnOverriddenLiveValueIsNoIssue() {
    XCTAssertEqual(
      withDependencies {
        $0.liveOnly = "mine"
      } operation: {
        read(\.liveOnly)
      },
      "mine"
    )
  }

  func testATestValueInAProgramIsAnIssue() {
    let wrapper = Dependency(\.testOnly)
    let issues = issues {
      withDependencies {
        $0.context = .live
      } operation: {
        XCTAssertEqual(wrapper.wrappedValue, "test")
      }
    }
    XCTAssertEqual(
      issues.map(\.message),
      [
        """
        @Dependency(\\.testOnly) has no live value, but was read in a program. The program gets the test value. \
        Key: TestOnlyKey, value: String.

        Make the key conform to `DependencyKey` in a module that the program uses, or override the dependency \
        where the program starts, with `prepareDependencies { $0.testOnly = … }`.
        """
      ]
    )
  }

  // S371
  func testLookingAtALiveValueWhileSettingValuesIsNoIssue() {
    withDependencies {
      $0.number = $0.liveOnly.count
    } operation: {
      XCTAssertEqual(read(\.number), 4)
    }
  }

  // S379
  func testATypeThatIsItsOwnKeyWorksLikeAProperty() {
    @Dependency(Greeting.self) var greeting
    XCTAssertEqual(greeting.text, "test")
    withDependencies {
      $0[Greeting.self].text = "mine"
    } operation: {
      XCTAssertEqual(greeting.text, "mine")
    }
    withDependencies {
      $0.context = .live
    } operation: {
      XCTAssertEqual(greeting.text, "live")
    }
  }

  private enum NestedMessageKey: TestDependencyKey {
    static let testValue: String? = nil
  }

  func testAnOptionalMayBeNil() {
    @Dependency(NestedMessageKey.self) var message
    XCTAssertNil(message)
    withDependencies {
      $0[NestedMessageKey.self] = "set"
    } operation: {
      XCTAssertEqual(message, "set")
    }
  }
}
