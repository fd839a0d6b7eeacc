/// Looks up the storage of a task-local, as the compiled code of every use of a task-local does.
///
/// It is declared by its symbol name because the library has no public access to the address, only to a copy
/// of the value.
@_silgen_name("swift_task_localValueGet")
private func addressOfTaskLocal(key: UnsafeRawPointer) -> UnsafeRawPointer?

extension TaskDependencies {
  /// The address at which the dependencies of the current task are stored; 0 for none.
  ///
  /// A child task, of a group or of `async let`, uses its parent's storage, so both get the same address. A
  /// task that isn't a child has a copy at another address. The language has no other way to distinguish a
  /// child, which its parent waits for, from other tasks, which no task has to wait for. `EffectWaitTests`
  /// would fail if that changed.
  package static var addressOfBinding: UInt { UInt(bitPattern: binding) }

  /// The dependencies of the current task, without counting a reference; nil for none.
  ///
  /// Copying the value, as the library does, takes as long as looking it up. Use this only in code that
  /// returns before the caller does: the code that bound the value keeps it alive for at least that long.
  @inline(__always)
  static var unretained: Unmanaged<TaskDependencies>? {
    // A reference and an optional reference are a word in memory, as `Unmanaged` is.
    binding?.load(as: Unmanaged<TaskDependencies>?.self)
  }

  @inline(__always)
  private static var binding: UnsafeRawPointer? {
    withExtendedLifetime($bound) { local in
      addressOfTaskLocal(key: Unmanaged.passUnretained(local).toOpaque())
    }
  }
}
