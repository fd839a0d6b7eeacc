import Synchronization
import TroupeDiagnostics

/// Whether the clocks of the machine have a time that a test moves.
package enum MachineTime {
  private static let isInstalled = Atomic(false)
  private static let question = Locked<(@Sendable () -> Bool)?>(nil)

  /// Whether they have, for the current code.
  static var isVirtual: Bool {
    guard isInstalled.load(ordering: .acquiring), let question = question.withLock({ $0 }) else {
      return false
    }
    return question()
  }

  /// Says how to find that out.
  package static func install(_ isVirtual: @escaping @Sendable () -> Bool) {
    question.withLock { $0 = isVirtual }
    isInstalled.store(true, ordering: .releasing)
  }
}
