import Synchronization
import TroupeDiagnostics

/// Reports whether a test controls the time of the system's clocks.
package enum MachineTime {
  private static let isInstalled = Atomic(false)
  private static let question = Locked<(@Sendable () -> Bool)?>(nil)

  /// Whether a test controls the time of the system's clocks for the current code.
  static var isVirtual: Bool {
    guard isInstalled.load(ordering: .acquiring), let question = question.withLock({ $0 }) else {
      return false
    }
    return question()
  }

  /// Installs the function that returns whether a test controls the time.
  package static func install(_ isVirtual: @escaping @Sendable () -> Bool) {
    question.withLock { $0 = isVirtual }
    isInstalled.store(true, ordering: .releasing)
  }
}
