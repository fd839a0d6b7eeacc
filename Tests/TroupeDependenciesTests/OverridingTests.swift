import TroupeDependencies
import TroupeDiagnostics
import XCTest

/// Which of several values takes precedence, and for how long.
final class OverridingTests: DependencyTestCase {
  private struct Failure: Error {}

  // S372
  func testAnOverrideHoldsInItsOperationOnly() {
    let result = withDependencies {
      $0.number = 5
    } operation: {
      read(\.number)
    }
    XCTAssertEqual([result, read(\.number)], [5, -1])
  }

  // S372
  func testAnOverrideHoldsAcrossSuspensionsAndInChildTasks() async {
    await withDependencies {
      $0.number = 5
    } operation: {
      await Task.yield()
      XCTAssertEqual(read(\.number), 5)
      async let child = read(\.number)
      let unstructured = await Task { read(\.number) }.value
      let group = await withTaskGroup(of: Int.self) { group in
        group.addTask { read(\.number) }
        return await group.next()
      }
      let all = await [child, unstructured, group]
      XCTAssertEqual(all, [5, 5, 5])
    }
    XCTAssertEqual(read(\.number), -1)
  }

  // S372
  func testNestedOverridesCombine() {
    withDependencies {
      $0.number = 5
      $0.testOnly = "outer"
    } operation: {
      withDependencies {
        $0.number += 1
      } operation: {
        XCTAssertEqual(read(\.number), 6)
        XCTAssertEqual(read(\.testOnly), "outer")
      }
      XCTAssertEqual(read(\.number), 5)
    }
  }

  // S372
  func testTheLastAssignmentWins() {
    withDependencies {
      $0.number = 5
      $0.number = 6
    } operation: {
      XCTAssertEqual(read(\.number), 6)
    }
  }

  func testAnErrorComesThroughAndEndsTheOverride() async {
    XCTAssertThrowsError(
      try withDependencies {
        $0.number = 5
      } operation: {
        throw Failure()
      }
    )
    XCTAssertThrowsError(
      try withDependencies { _ in
        throw Failure()
      } operation: {
        XCTFail("It ran.")
      }
    )
    do {
      try await withDependencies {
        $0.number = 5
      } operation: {
        await Task.yield()
        throw Failure()
      }
      XCTFail("Nothing was thrown.")
    } catch {
      XCTAssertTrue(error is Failure)
    }
    XCTAssertEqual(read(\.number), -1)
  }

  // S373
  func testOneEndpointIsOverridden() {
    withDependencies {
      $0.client.first = { 10 }
    } operation: {
      let client = read(\.client)
      XCTAssertEqual([client.first(), client.second()], [10, 2])
    }
  }

  private struct Model {
    @Dependency(\.number) var number
    @Dependency(\.complete) var complete
    @Dependency(\.counted) var counted
  }

  // S381
  func testThePlaceOfUseWinsOverThePlaceOfMakingAndThatOverDefaults() {
    let model = withDependencies {
      $0.number = 1
    } operation: {
      Model()
    }
    withDependencies {
      $0.complete = "here"
    } operation: {
      XCTAssertEqual(model.number, 1)
      XCTAssertEqual(model.complete, "here")
    }
    withDependencies {
      $0.number = 2
    } operation: {
      XCTAssertEqual(model.number, 2)
    }
    XCTAssertEqual(model.complete, "test")
  }

  private struct Fetcher: Sendable {
    @Dependency(\.number) var number
  }

  private enum FetcherKey: TestDependencyKey {
    static var testValue: Fetcher { Fetcher() }
  }

  // S382
  func testAClientThatHoldsAWrapperReadsTheInnermost() {
    withDependencies {
      $0.number = 1
    } operation: {
      @Dependency(FetcherKey.self) var fetcher
      withDependencies {
        $0.number = 2
      } operation: {
        XCTAssertEqual(fetcher.number, 2)
      }
      XCTAssertEqual(fetcher.number, 1)
    }
  }

  // S388
  func testAWrapperKeepsWhatWasSetWhereItWasMade() async {
    let model = withDependencies {
      $0.number = 1
    } operation: {
      Model()
    }
    XCTAssertEqual(model.number, 1)
    let number = await Task.detached { [wrapper = Dependency(\.number)] in wrapper.wrappedValue }.value
    XCTAssertEqual(number, -1)
    let wrapper = withDependencies {
      $0.number = 1
    } operation: {
      Dependency(\.number)
    }
    let detached = await Task.detached { wrapper.wrappedValue }.value
    XCTAssertEqual(detached, 1)
  }

  // S388
  func testAWrapperKeepsTheContextAndTheFreshDefaults() async {
    let (model, made) = withFreshDependencies {
      withDependencies {
        $0.context = .live
      } operation: {
        (Model(), read(\.counted))
      }
    }
    // Where none of these values is set.
    await Task.detached {
      withDependencies {
        $0.number = 5
      } operation: {
        XCTAssertEqual(model.complete, "live")
        XCTAssertIdentical(model.counted, made)
        withDependencies(from: model) {
          XCTAssertEqual(read(\.complete), "live")
          XCTAssertIdentical(read(\.counted), made)
        }
      }
      withDependencies {
        $0.context = .preview
      } operation: {
        XCTAssertEqual(model.complete, "preview")
        XCTAssertEqual(withDependencies(from: model) { read(\.complete) }, "preview")
      }
    }.value
  }

  private class Parent {
    @Dependency(\.number) var number
    @Dependency(\.testOnly) var testOnly

    func child() -> Parent { withDependencies(from: self) { Parent() } }
  }

  private final class Derived: Parent {
    let name = "derived"
  }

  // S389
  func testAModelGetsTheDependenciesOfAnother() async {
    let parent = withDependencies {
      $0.number = 1
    } operation: {
      Derived()
    }
    let grandchild = parent.child().child().child()
    XCTAssertEqual(grandchild.number, 1)
    let later = await withDependencies(from: parent) {
      await Task.yield()
      return Parent()
    }
    XCTAssertEqual(later.number, 1)
  }

  // S389
  func testAnOverrideAroundTheMakingWins() {
    let parent = withDependencies {
      $0.number = 1
      $0.testOnly = "parent"
    } operation: {
      Parent()
    }
    let child = withDependencies {
      $0.number = 2
    } operation: {
      parent.child()
    }
    XCTAssertEqual(child.number, 2)
    XCTAssertEqual(child.testOnly, "parent")
    let changed = withDependencies(from: child) {
      $0.number += 1
    } operation: {
      Parent()
    }
    XCTAssertEqual(changed.number, 3)
  }

  // S390
  func testAModelWithoutDependenciesIsAnIssue() {
    struct Empty { let name = "empty" }
    let line: UInt = #line + 5
    let issues = issues {
      withDependencies {
        $0.number = 4
      } operation: {
        let number = withDependencies(from: Empty()) { read(\.number) }
        XCTAssertEqual(number, 4)
      }
    }
    XCTAssertEqual(issues.map(\.location.line), [line])
    XCTAssertEqual(
      issues.map(\.message),
      [
        """
        `withDependencies(from:)` was called with a Empty, which has no property with `@Dependency`. Its \
        dependencies are unknown, so the operation runs with the current dependencies.

        Pass a model with a `@Dependency`, or an object that a `withDependencies { … } operation: { … }` has returned.
        """
      ]
    )
  }

  // S390
  func testAnObjectThatWasMadeOutsideOfOverridesIsAnIssue() {
    final class Plain {}
    let model = Plain()
    let issues = issues {
      withDependencies {
        $0.number = 4
      } operation: {
        XCTAssertEqual(withDependencies(from: model) { read(\.number) }, 4)
      }
    }
    XCTAssertEqual(issues.count, 1)
    XCTAssertTrue(
      issues.allSatisfy {
        $0.message.hasPrefix(
          """
          `withDependencies(from:)` was called with a Plain, which has no property with `@Dependency` and wasn't returned by a \
          `withDependencies`. Its dependencies are unknown
          """
        )
      }
    )
  }
}
