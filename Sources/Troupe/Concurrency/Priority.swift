/// The priority of a task, in a type whose size is known at compile time.
///
/// The standard library doesn't expose the size of `TaskPriority`. A type that stores a `TaskPriority` is
/// laid out at run time, and can be copied only through value witness tables; see also ``MonotonicInstant``.
struct Priority: Comparable, Sendable {
  private let rawValue: UInt8

  init(_ priority: TaskPriority) { rawValue = priority.rawValue }

  var ofTask: TaskPriority { TaskPriority(rawValue: rawValue) }

  static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
}
