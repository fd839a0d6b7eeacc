/// The priority of a task, with a size that the compiler knows.
///
/// The standard library doesn't expose the size of its type. A type that stores one is laid out at run time,
/// and can only be copied through tables; see also ``MonotonicInstant``.
struct Priority: Comparable, Sendable {
  private let rawValue: UInt8

  init(_ priority: TaskPriority) { rawValue = priority.rawValue }

  var ofTask: TaskPriority { TaskPriority(rawValue: rawValue) }

  static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
}
