import Testing
import Troupe
import TroupeDiagnostics
import XCTest

// The modules that this module imports don't depend on XCTest and Swift Testing, and code that imports this
// module shouldn't have to call a setup function. The linker therefore adds a pointer to a function that is
// called when the program, or the test bundle, is loaded. At that time, the linked libraries are initialized,
// and the function needs nothing else.
#if objectFormat(MachO)
  @section("__DATA,__mod_init_func,mod_init_funcs")
  @used
  private let installation: @convention(c) () -> Void = { install() }
#elseif objectFormat(ELF)
  @section(".init_array")
  @used
  private let installation: @convention(c) () -> Void = { install() }
#endif

/// Makes reported issues fail the process's tests and gives each test separate default values of
/// dependencies.
private func install() {
  IssueReporting.install(TestIssueReporter())
  XCTestObservationCenter.shared.addTestObserver(RunningTestCase())
  TestDefaults.install {
    // A Swift Testing run may be part of an XCTest run, so both may have a current test. The inner test is
    // used.
    if let test = Test.current { TestDefaults.Name(test.id) } else { RunningTestCase.name }
  }
}
