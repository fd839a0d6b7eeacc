import XCTest

@testable import Troupe

/// Code that works with a runtime keeps its core alive; code that only refers to it keeps nothing alive.
final class RuntimeReferenceTests: XCTestCase {
  private typealias Core = StoreCore<Int, Int>

  private func core() -> Core {
    .make(
      state: { 0 },
      reducer: {
        Reduce<Int, Int> { state, action in
          state += action; return .none
        }
      },
      configuration: StoreConfiguration(),
      updateDependencies: nil,
      location: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    )
  }

  func testItKeepsTheCoreWhileTheRuntimeIsUsedAndNoLonger() {
    var core: Core? = core()
    weak let observed = core
    let reference = core!.runtime.weakReference
    XCTAssertTrue(core!.runtime.weakReference === reference)
    let label = reference.withRuntime { runtime in
      core = nil
      XCTAssertNotNil(observed)
      XCTAssertTrue(runtime.core === observed)
      return runtime.label
    }
    XCTAssertEqual(label?.hasPrefix("the store created at"), true)
    XCTAssertNil(observed)
    XCTAssertNil(reference.core)
    XCTAssertNil(reference.withRuntime { _ in XCTFail("There is no runtime.") })
  }

  func testOneOfNothingIsEmpty() {
    XCTAssertNil(RuntimeReference(nil).withRuntime { _ in })
  }
}
