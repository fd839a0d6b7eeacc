import TroupeStoreViews

/// An action with a case `view` for what views send.
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
  /// The actions that views send.
  associatedtype ViewAction

  /// The case with an action of a view.
  static func view(_ action: ViewAction) -> Self
}

/// A view that sends the actions of a feature's views. `@ViewAction(for:)` adds the conformance.
@MainActor
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the feature.
  associatedtype StoreState: Sendable
  /// The actions of the feature.
  associatedtype StoreAction: ViewAction & Sendable

  /// The view store of the feature.
  var store: ViewStore<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends an action of the view.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  /// - Returns: The effects of the action.
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

/// Lets a view send the actions of a feature's views without naming the case: `send(.refreshTapped)`.
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
/// - Parameter reducer: The feature.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for reducer: R.Type) =
  #externalMacro(module: "TroupeMacros", type: "ViewActionMacro") where R.Action: ViewAction
