import Synchronization

/// What a binding sends: a member of a state, and the value that it is to have.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
/// }
/// ```
///
/// Two are equal when they set equal values at equal key paths. A test receives one by the path of its
/// member: `\.binding.text`.
public struct BindingAction<Root>: Sendable {
  /// The member that is set.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  /// The value that it is to have.
  public let value: any Sendable
  /// Where somebody wants to know whether it was taken.
  private var receipt: BindingReceipt?
  private let apply: @Sendable (inout Root) -> Void
  private let isValue: @Sendable (any Sendable) -> Bool

  /// Makes the action that sets a member.
  ///
  /// - Parameters:
  ///   - keyPath: The member.
  ///   - value: The value that it is to have.
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

  /// Sets the member.
  ///
  /// - Parameter root: What the member is set in.
  public func set(in root: inout Root) {
    receipt?.isTaken.store(true, ordering: .relaxed)
    apply(&root)
  }

  /// The same action, which notes when it is taken.
  package func noting(_ receipt: BindingReceipt) -> BindingAction {
    var action = self
    action.receipt = receipt
    return action
  }

  /// The value, if it is that of a member.
  fileprivate func value<Value>(at keyPath: any WritableKeyPath<Root, Value> & Sendable) -> Value? {
    self.keyPath == keyPath ? value as? Value : nil
  }
}

extension BindingAction: Equatable {
  /// Whether both set the same member to the same value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.isValue(rhs.value)
  }
}

extension BindingAction: CasePathable {
  /// The paths of the members, as if each were a case.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A path for each member of the state.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path of a member: it extracts the value where the action sets that member.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(embed: { .set(keyPath, $0) }, extract: { $0.value(at: keyPath) })
    }
  }
}

extension BindingAction: CustomStringConvertible {
  /// The member and its value.
  public var description: String { "set \(keyPath) to \(value)" }
}

/// Whether a binding action was taken.
package final class BindingReceipt: Sendable {
  package let isTaken = Atomic(false)

  package init() {}
}
