import Synchronization

/// The replies in this process that requests still wait for.
///
/// What remembers an action for longer than it takes to reduce it must not keep the replies in it, as a
/// request fails when the last copy of its reply goes.
enum ReplyRegistry {
  private static let count = Atomic(0)
  private static let countByHand = Atomic(0)
  private static let lastNumber = Atomic<UInt64>(0)

  static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

  /// Counts a reply.
  ///
  /// - Parameter isOfStore: Whether a store has made it, which knows that it is asked.
  static func begin(isOfStore: Bool) {
    count.add(1, ordering: .relaxed)
    if !isOfStore { countByHand.add(1, ordering: .relaxed) }
  }

  static func end(isOfStore: Bool) {
    count.subtract(1, ordering: .relaxed)
    if !isOfStore { countByHand.subtract(1, ordering: .relaxed) }
  }

  /// Whether there is any, in any store.
  static var exist: Bool { count.load(ordering: .relaxed) > 0 }
  /// Whether there is one that could be in an action of any store.
  static var existByHand: Bool { countByHand.load(ordering: .relaxed) > 0 }

  /// Whether a value is known to carry no reply that a request waits for.
  ///
  /// It looks at values alone. What a class, an actor or a closure holds isn't its to read: somebody else may
  /// be changing it. Of those, and of large values, it isn't known.
  static func areMissing(in value: Any) -> Bool {
    var budget = 64
    return areMissing(in: value, &budget)
  }

  /// Returns an action, or its text if it may carry a reply of any store that a request waits for.
  static func withoutReplies(_ action: any Sendable) -> any Sendable {
    exist && !areMissing(in: action) ? ActionSummary(action) : action
  }

  private static func areMissing(in value: Any, _ budget: inout Int) -> Bool {
    if isPlain(value) { return true }
    if let reply = value as? any LiveReply { return !reply.isAwaited }
    budget -= 1
    guard budget > 0 else { return false }
    if let values = value as? any ValueCollection {
      return values.hasPlainElements || values.allElements { areMissing(in: $0, &budget) }
    }
    // A type with a custom mirror may omit parts.
    if type(of: value) is AnyClass || value is any CustomReflectable { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .enum, .tuple: return mirror.children.allSatisfy { areMissing(in: $0.value, &budget) }
    default: return false
    }
  }

  private static func isPlain(_ value: some Any) -> Bool { isPlain(type(of: value)) }

  /// Whether values of a type refer to nothing, or to text alone.
  fileprivate static func isPlain<Value>(_ type: Value.Type) -> Bool {
    // The only way to ask whether a type is trivial. If it were gone, less would be known.
    _isPOD(type) || type == String.self || type == Substring.self || type == Character.self
  }
}

/// A ``Reply`` of any type.
protocol LiveReply {
  /// Whether a request still waits for it.
  var isAwaited: Bool { get }
}

/// A collection of the standard library, or an optional, whose elements are all that it holds.
private protocol ValueCollection {
  var hasPlainElements: Bool { get }
  func allElements(_ isGood: (Any) -> Bool) -> Bool
}

extension ValueCollection where Self: Sequence {
  var hasPlainElements: Bool { ReplyRegistry.isPlain(Element.self) }
  func allElements(_ isGood: (Any) -> Bool) -> Bool { allSatisfy { isGood($0) } }
}

extension Array: ValueCollection {}
extension ArraySlice: ValueCollection {}
extension ContiguousArray: ValueCollection {}
extension Set: ValueCollection {}
extension Dictionary: ValueCollection {
  fileprivate var hasPlainElements: Bool {
    ReplyRegistry.isPlain(Key.self) && ReplyRegistry.isPlain(Value.self)
  }
}

extension Optional: ValueCollection {
  fileprivate var hasPlainElements: Bool { ReplyRegistry.isPlain(Wrapped.self) }
  fileprivate func allElements(_ isGood: (Any) -> Bool) -> Bool { map(isGood) ?? true }
}
