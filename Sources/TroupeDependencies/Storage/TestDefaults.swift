import Synchronization
import TroupeDiagnostics

/// The default values of dependencies in tests. Each test has separate values.
///
/// The test runner determines which test is running. Outside tests, and in a program, the process's values
/// are used.
package enum TestDefaults {
  /// The unique identity of a test.
  package struct Name: Hashable, Sendable {
    private let base: any Hashable & Sendable

    package init(_ base: any Hashable & Sendable) { self.base = base }

    package static func == (lhs: Name, rhs: Name) -> Bool { AnyHashable(lhs.base) == AnyHashable(rhs.base) }

    package func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
  }

  private struct State {
    var runningTest: (@Sendable () -> Name?)?
    var values: [Name: DefaultValues] = [:]
  }

  private static let isInstalled = Atomic(false)
  private static let state = Locked(State())

  /// Installs a function that returns the current task's test.
  package static func install(_ runningTest: @escaping @Sendable () -> Name?) {
    state.withLock { $0.runningTest = runningTest }
    isInstalled.store(true, ordering: .releasing)
  }

  /// Releases the default values of a test that has ended.
  package static func forget(_ test: Name) {
    let values = state.withLock { $0.values.removeValue(forKey: test) }
    // The values are released outside the lock, because a deinitializer may run any code.
    _ = values
  }

  /// The default values of the current test; nil outside tests.
  static var current: DefaultValues? {
    guard isInstalled.load(ordering: .acquiring) else { return nil }
    guard let test = state.withLock({ $0.runningTest })?() else { return nil }
    if let values = state.withLock({ $0.values[test] }) { return values }
    // The values are created outside this lock, because their creation acquires the lock of the process's
    // values, under which any code may run.
    let new = DefaultValues(preparedIn: .process)
    return state.withLock { state in
      if let values = state.values[test] { return values }
      state.values[test] = new
      return new
    }
  }
}

extension DefaultValues {
  /// The default values to use if no others are set: the current test's, or else the process's.
  static var current: DefaultValues { TestDefaults.current ?? process }
}
