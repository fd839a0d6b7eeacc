/// An action for a presented feature: the feature's dismissal, or an action of the feature.
///
/// The presenting feature's reducer switches over these cases.
public enum PresentationAction<Action> {
  /// The presented feature is dismissed. The presenting feature's reducer handles this action before the
  /// presented feature's state is removed.
  case dismiss
  /// An action of the presented feature.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}

extension PresentationAction: CasePathable {
  /// The paths of the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A path for each case. If the presented feature's action is ``CasePathable``, the action's cases have
  /// paths here as well: `\.editor.saved` is short for `\.editor.presented.saved`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path of `dismiss`.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(embed: { .dismiss }) { if case .dismiss = $0 { () } else { nil } }
    }

    /// The path of `presented`.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(embed: { .presented($0) }) { if case .presented(let it) = $0 { it } else { nil } }
    }

    /// The path of a case of the presented feature's action.
    public subscript<Value>(
      dynamicMember path: any KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>> & Sendable
    ) -> AnyCasePath<PresentationAction, Value> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: path])
    }

    // This overload is disfavored, so that the path refers to the actions of the case if both overloads
    // match.
    /// The path of a case of the presented feature's action, including the dismissal, for a feature that
    /// presents only this case.
    @_disfavoredOverload
    public subscript<Value>(
      dynamicMember path: any KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>> & Sendable
    ) -> AnyCasePath<PresentationAction, PresentationAction<Value>> where Action: CasePathable {
      withDismissal(Action.allCasePaths[keyPath: path])
    }

    // This is a separate function because a closure can't capture the action's conformance to `CasePathable`.
    private func withDismissal<Value>(
      _ path: AnyCasePath<Action, Value>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Value>> {
      AnyCasePath(
        embed: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let action): .presented(path.embed(action))
          }
        },
        extract: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let action): path.extract(from: action).map { .presented($0) }
          }
        }
      )
    }
  }
}
