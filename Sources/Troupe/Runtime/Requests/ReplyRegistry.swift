import Synchronization

/// The count of replies in this process for which requests are still waiting.
///
/// Code that keeps an action after its reduction must not keep the replies in the action, because a request
/// fails when the last copy of its reply is released.
enum ReplyRegistry {
  private static let count = Atomic(0)
  private static let countByHand = Atomic(0)
  private static let lastNumber = Atomic<UInt64>(0)

  static func nextNumber() -> UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

  /// Counts a reply.
  ///
  /// - Parameter isOfStore: Whether the reply was created by a store, which therefore counts the request
  ///   itself.
  static func begin(isOfStore: Bool) {
    count.add(1, ordering: .relaxed)
    if !isOfStore { countByHand.add(1, ordering: .relaxed) }
  }

  static func end(isOfStore: Bool) {
    count.subtract(1, ordering: .relaxed)
    if !isOfStore { countByHand.subtract(1, ordering: .relaxed) }
  }

  /// Whether a request is waiting for a reply in any store.
  static var exist: Bool { count.load(ordering: .relaxed) > 0 }
  /// Whether there is a reply that wasn't created by a store and could be in an action of any store.
  static var existByHand: Bool { countByHand.load(ordering: .relaxed) > 0 }

  /// Returns whether a value certainly contains no reply for which a request is waiting.
  ///
  /// This function inspects only values. The contents of a class, an actor or a closure can't be inspected
  /// safely, because other code may be changing these contents. If the value contains any of these, or is
  /// large, the function returns false.
  static func areMissing(in value: Any) -> Bool {
    var budget = 64
    return areMissing(in: value, &budget)
  }

  /// Returns an action, or the action's text if the action may contain a reply for which a request in any
  /// store is waiting.
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
    // A type with a custom mirror can omit parts.
    if type(of: value) is AnyClass || value is any CustomReflectable { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .enum, .tuple: return mirror.children.allSatisfy { areMissing(in: $0.value, &budget) }
    default: return false
    }
  }

  private static func isPlain(_ value: some Any) -> Bool { isPlain(type(of: value)) }

  /// Whether values of a type contain no references, or only references to text.
  static func isPlain<Value>(_ type: Value.Type) -> Bool {
    // `_isPOD` is the only way to check whether a type is trivial. Without this check, the function would
    // return false for more types.
    _isPOD(type) || type == String.self || type == Substring.self || type == Character.self
  }
}

/// A ``Reply`` of any type.
protocol LiveReply {
  /// Whether a request is still waiting for the answer.
  var isAwaited: Bool { get }
}

/// A collection of the standard library, an optional, or an element of a feed. Except for the element's
/// position, the only contents of such a value are its elements, or its event.
protocol ValueCollection {
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
  var hasPlainElements: Bool {
    ReplyRegistry.isPlain(Key.self) && ReplyRegistry.isPlain(Value.self)
  }
}

extension Optional: ValueCollection {
  var hasPlainElements: Bool { ReplyRegistry.isPlain(Wrapped.self) }
  func allElements(_ isGood: (Any) -> Bool) -> Bool { map(isGood) ?? true }
}
