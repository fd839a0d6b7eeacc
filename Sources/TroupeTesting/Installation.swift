import Testing
import Troupe
import TroupeDiagnostics
import XCTest

// The modules below this one don't depend on XCTest and Swift Testing, and code that imports this module
// shouldn't have to call anything. So the linker adds a pointer to a function that is called when the
// program, or the test bundle, is loaded. By then, the linked libraries are ready, which is all that the
// function needs.
#if objectFormat(MachO)
  @section("__DATA,__mod_init_func,mod_init_funcs")
  @used
  private let installation: @convention(c) () -> Void = { install() }
#elseif objectFormat(ELF)
  @section(".init_array")
  @used
  private let installation: @convention(c) () -> Void = { install() }
#endif

/// Makes issues fail the tests of the process, and gives each test separate default values of dependencies.
private func install() {
  IssueReporting.install(TestIssueReporter())
  XCTestObservationCenter.shared.addTestObserver(RunningTestCase())
  TestDefaults.install {
    // A run of Swift Testing may be part of a run of XCTest, so both may have a current test. The inner test
    // counts.
    if let test = Test.current { TestDefaults.Name(test.id) } else { RunningTestCase.name }
  }
}
