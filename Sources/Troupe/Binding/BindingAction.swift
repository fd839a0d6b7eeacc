import Synchronization

/// An action that a binding sends. The action consists of the key path of a member of the state and the
/// member's new value.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
/// }
/// ```
///
/// Two actions are equal if they set equal values at equal key paths. A test can match an action by the path
/// of the action's member, as in `\.binding.text`.
public struct BindingAction<Root>: Sendable {
  /// The key path of the member that the action sets.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  /// The new value.
  public let value: any Sendable
  /// Records whether the action was applied; nil if the action isn't recorded.
  private var receipt: BindingReceipt?
  private let apply: @Sendable (inout Root) -> Void
  private let isValue: @Sendable (any Sendable) -> Bool

  /// Creates the action that sets a member of a state.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the member.
  ///   - value: The new value.
  /// - Returns: The action.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> BindingAction {
    BindingAction(
      keyPath: keyPath,
      value: value,
      apply: { $0[keyPath: keyPath] = value },
      isValue: { $0 as? Value == value }
    )
  }

  /// Sets the action's member to the action's value.
  ///
  /// - Parameter root: The state in which to set the member.
  public func set(in root: inout Root) {
    receipt?.isTaken.store(true, ordering: .relaxed)
    apply(&root)
  }

  /// Returns a copy of this action that records whether the action was applied.
  package func noting(_ receipt: BindingReceipt) -> BindingAction {
    var action = self
    action.receipt = receipt
    return action
  }

  /// Returns the action's value if the action sets the member at a key path, and nil otherwise.
  fileprivate func value<Value>(at keyPath: any WritableKeyPath<Root, Value> & Sendable) -> Value? {
    self.keyPath == keyPath ? value as? Value : nil
  }
}

extension BindingAction: Equatable {
  /// Returns whether both actions set the same member to the same value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.isValue(rhs.value)
  }
}

extension BindingAction: CasePathable {
  /// The paths of the members, as if each member were a case.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A path for each member of the state.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path of a member. The path extracts the action's value if the action sets that member.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(embed: { .set(keyPath, $0) }, extract: { $0.value(at: keyPath) })
    }
  }
}

extension BindingAction: CustomStringConvertible {
  /// The member and its new value as text.
  public var description: String { "set \(keyPath) to \(value)" }
}

/// Records whether a binding action was applied.
package final class BindingReceipt: Sendable {
  package let isTaken = Atomic(false)

  package init() {}
}
