import TroupeStoreViews

/// An action type with a case `view` for the actions that views send.
///
/// ```swift
/// enum Action: ViewAction {
///   case loaded(String)
///   case view(View)
///
///   enum View { case refreshTapped }
/// }
/// ```
public protocol ViewAction<ViewAction> {
  /// The type of the actions that views send.
  associatedtype ViewAction

  /// Creates an action of the case `view` from a view action.
  static func view(_ action: ViewAction) -> Self
}

/// A view that sends only its feature's view actions. `@ViewAction(for:)` adds the conformance.
@MainActor
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The feature's state.
  associatedtype StoreState: Sendable
  /// The feature's actions.
  associatedtype StoreAction: ViewAction & Sendable

  /// The feature's view store.
  var store: ViewStore<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends a view action.
  ///
  /// - Parameters:
  ///   - action: The view action to send.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  /// - Returns: A handle for the action's effects.
  @discardableResult
  public func send(
    _ action: StoreAction.ViewAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    store.send(.view(action), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Adds a method to a view that sends view actions without naming the case, as in `send(.refreshTapped)`.
///
/// ```swift
/// @MainActor
/// @ViewAction(for: Forecast.self)
/// struct ForecastView {
///   let store: ViewStoreOf<Forecast>
///
///   func refresh() { send(.refreshTapped) }
/// }
/// ```
///
/// - Parameter reducer: The feature's reducer type.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for reducer: R.Type) =
  #externalMacro(module: "TroupeMacros", type: "ViewActionMacro") where R.Action: ViewAction
