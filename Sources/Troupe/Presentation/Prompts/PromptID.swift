import Synchronization

/// The identity of a prompt, which distinguishes the prompt from all other prompts in the program, even from
/// prompts with the same content.
public struct PromptID: Hashable, Sendable {
  private static let counter = Atomic<UInt64>(0)

  private let number = Self.counter.add(1, ordering: .relaxed).newValue
}

/// Stores a prompt's id and excludes the id from comparisons and hashing.
struct PromptIdentity: Hashable, Sendable {
  let id = PromptID()

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
