/// Looks up a task-local's storage in the same way as the compiled code of every task-local access.
///
/// The function is declared by its symbol name because the standard library gives public access only to a
/// copy of the value, not to its address.
@_silgen_name("swift_task_localValueGet")
private func addressOfTaskLocal(key: UnsafeRawPointer) -> UnsafeRawPointer?

extension TaskDependencies {
  /// The address at which the dependencies of the current task are stored; 0 for none.
  ///
  /// A child task, created by a group or by `async let`, uses its parent's storage, so both get the same
  /// address. Any other task has a copy at another address. The language has no other way to distinguish
  /// child tasks, which their parent waits for, from other tasks, which no task has to wait for.
  /// `EffectWaitTests` would fail if that changed.
  package static var addressOfBinding: UInt { UInt(bitPattern: binding) }

  /// The dependencies of the current task, accessed without counting a reference; nil for none.
  ///
  /// Copying the value, as the standard library does, takes as long as looking it up. Use this property only
  /// in code that returns before its caller does: the code that bound the value keeps the value alive for at
  /// least that long.
  @inline(__always)
  static var unretained: Unmanaged<TaskDependencies>? {
    // A reference and an optional reference each occupy one word in memory, like `Unmanaged`.
    binding?.load(as: Unmanaged<TaskDependencies>?.self)
  }

  @inline(__always)
  private static var binding: UnsafeRawPointer? {
    withExtendedLifetime($bound) { local in
      addressOfTaskLocal(key: Unmanaged.passUnretained(local).toOpaque())
    }
  }
}
