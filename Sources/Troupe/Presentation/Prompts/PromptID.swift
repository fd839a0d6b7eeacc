import Synchronization

/// Tells a prompt from every other that was made in the program, also from one with the same content.
public struct PromptID: Hashable, Sendable {
  private static let counter = Atomic<UInt64>(0)

  private let number = Self.counter.add(1, ordering: .relaxed).newValue
}

/// Holds the id of a prompt, and leaves it out where prompts are compared and hashed.
struct PromptIdentity: Hashable, Sendable {
  let id = PromptID()

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
