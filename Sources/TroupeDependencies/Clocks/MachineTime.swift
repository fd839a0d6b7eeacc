import Synchronization
import TroupeDiagnostics

/// Reports whether a test controls the time of the system's clocks.
package enum MachineTime {
  private static let isInstalled = Atomic(false)
  private static let question = InstalledFunction<Bool>()

  /// Whether a test controls the time of the system's clocks for the current code.
  package static var isVirtual: Bool {
    isInstalled.load(ordering: .acquiring) && question() == true
  }

  /// Installs the function that returns whether a test controls the time.
  package static func install(_ isVirtual: @escaping @Sendable () -> Bool) {
    question.install(isVirtual)
    isInstalled.store(true, ordering: .releasing)
  }
}
