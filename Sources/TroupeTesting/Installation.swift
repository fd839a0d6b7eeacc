import Testing
import Troupe
import TroupeDiagnostics
import XCTest

// The modules below don't know XCTest and Swift Testing, and code that imports this module shouldn't have to
// call anything. So the linker adds a pointer to a function to those that are called when the program, or the
// bundle with the tests, is loaded. By then, the linked libraries are ready, which is all that the function
// needs.
#if objectFormat(MachO)
  @section("__DATA,__mod_init_func,mod_init_funcs")
  @used
  private let installation: @convention(c) () -> Void = { install() }
#elseif objectFormat(ELF)
  @section(".init_array")
  @used
  private let installation: @convention(c) () -> Void = { install() }
#endif

/// Has issues fail the tests of the process, and gives each test default values of dependencies of its own.
private func install() {
  IssueReporting.install(TestIssueReporter())
  XCTestObservationCenter.shared.addTestObserver(RunningTestCase())
  TestDefaults.install {
    // A run of Swift Testing may be part of a run of XCTest, so both may have a current test. The inner one
    // counts.
    if let test = Test.current { TestDefaults.Name(test.id) } else { RunningTestCase.name }
  }
}
