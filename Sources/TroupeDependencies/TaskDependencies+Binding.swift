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
  package static var addressOfBinding: UInt { UInt(bitPattern: binding) }

  /// The dependencies that the current task carries, without a reference being counted; nil for none.
  ///
  /// A copy of the value, which the library would give out, takes as long as looking it up. Use this only in
  /// code that returns before the caller does: whoever bound the value keeps it for at least that long.
  @inline(__always)
  static var unretained: Unmanaged<TaskDependencies>? {
    // A reference and an optional one are a word in memory, as `Unmanaged` is.
    binding?.load(as: Unmanaged<TaskDependencies>?.self)
  }

  @inline(__always)
  private static var binding: UnsafeRawPointer? {
    withExtendedLifetime($bound) { local in
      addressOfTaskLocal(key: Unmanaged.passUnretained(local).toOpaque())
    }
  }
}
