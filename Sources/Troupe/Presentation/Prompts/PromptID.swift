import Synchronization

/// The identity of a prompt. It distinguishes the prompt from all others in the program, even with the same
/// content.
public struct PromptID: Hashable, Sendable {
  private static let counter = Atomic<UInt64>(0)

  private let number = Self.counter.add(1, ordering: .relaxed).newValue
}

/// Holds the id of a prompt, and excludes it from comparing and hashing.
struct PromptIdentity: Hashable, Sendable {
  let id = PromptID()

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
