/// Looks a task-local up where it is kept; as every use of a task-local does, which is compiled into its
/// users.
///
/// It is declared by its name because the library offers no public access to the address, but only to a copy
/// of the value.
@_silgen_name("swift_task_localValueGet")
private func addressOfTaskLocal(key: UnsafeRawPointer) -> UnsafeRawPointer?

extension TaskDependencies {
  /// Where that which the current task carries along is kept; 0 for nowhere.
  ///
  /// A child task, as of a group or of `async let`, looks into what its parent keeps, so that both get the
  /// same address. A task that isn't a child has a copy of its own at another address. The language has no
  /// other way to tell the one, which its parent waits for, from the other, which nobody need wait for.
  /// `EffectWaitTests` would fail if that changed.
  package static var addressOfBinding: UInt {
    withExtendedLifetime($bound) { local in
      UInt(bitPattern: addressOfTaskLocal(key: Unmanaged.passUnretained(local).toOpaque()))
    }
  }
}
