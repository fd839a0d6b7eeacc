import Synchronization
public import Troupe

/// A property wrapper for a view store that creates bindings to the view store's members, as in
/// `$viewStore.title`.
///
/// ```swift
/// @StoreBindable var viewStore: ViewStore<Draft.State, Draft.Action>
/// ```
///
/// Writing to a binding sends an action:
///
/// - `$viewStore.title.sending(\.titleChanged)` sends an action of the case with the written value.
/// - `$viewStore.title` sends a `BindingAction` if the action type is a `BindableAction`.
/// - `$viewStore.scope(state: \.editor, action: \.editor)` is a binding to the view store of a presented
///   child, or to nil. Writing nil dismisses the child.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct StoreBindable<State: Sendable, Action: Sendable> {
  /// The wrapped view store.
  public var wrappedValue: ViewStore<State, Action>

  /// Creates a property wrapper.
  ///
  /// - Parameter wrappedValue: The view store to wrap.
  public init(wrappedValue: ViewStore<State, Action>) { self.wrappedValue = wrappedValue }

  /// Creates a property wrapper from an unlabelled argument.
  ///
  /// - Parameter viewStore: The view store to wrap.
  public init(_ viewStore: ViewStore<State, Action>) { self.wrappedValue = viewStore }

  /// The wrapper itself, whose members are bindings.
  public var projectedValue: StoreBindable { self }

  /// A member of the state, from which `sending` creates a binding.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember member: KeyPath<State, Value>
  ) -> StoreBindableMember<State, Action, Value> {
    StoreBindableMember(viewStore: wrappedValue, member: member)
  }

  /// A binding to a member of the state. Writing to the binding sends a `BindingAction`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember member: any WritableKeyPath<State, Value> & Sendable
  ) -> StoreBinding<Value> where Action: BindableAction, Action.State == State {
    let viewStore = wrappedValue
    return StoreBinding(get: { viewStore[member] }, set: { viewStore.bind(member, to: $0) })
  }

  /// Returns a binding to the view store of a presented child, or to nil if nothing is presented. Writing nil
  /// dismisses the child.
  ///
  /// - Parameters:
  ///   - state: The property with `Presents`, or its projection, such as `\.$editor`.
  ///   - action: The case that contains the presented feature's actions.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A binding to the child's view store.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreBinding<ViewStore<ChildState, ChildAction>?> {
    let viewStore = wrappedValue
    return presented(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      viewStore.scope(state: state, action: action)
    }
  }

  /// Returns a binding to the view store of a presented child, or to nil if nothing is presented. Writing nil
  /// dismisses the child.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with `Presents`, such as `\.$editor`.
  ///   - action: The case that contains the presented feature's actions.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A binding to the child's view store.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreBinding<ViewStore<ChildState, ChildAction>?> {
    let viewStore = wrappedValue
    return presented(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)) {
      viewStore.scope(state: state, action: action)
    }
  }

  private func presented<Child, ChildAction>(
    at location: CallSite,
    _ find: @escaping @MainActor () -> ViewStore<Child, ChildAction>?
  ) -> StoreBinding<ViewStore<Child, ChildAction>?> {
    StoreBinding(
      get: find,
      set: { new in
        guard new == nil, let child = find() else { return }
        // If the action is reduced later, the outcome isn't known yet.
        let isReducedNow = !child.isMirror && !child.reads.isInTurn
        child.dismiss(at: location)
        guard isReducedNow, child.isAlive else { return }
        reportIssue(
          """
          A binding to a presented child was set to nil, but the child still exists: \(Child.self). The parent received \
          `.dismiss`, but no reducer removed the child. Add `.ifLet` with the same property and case to the \
          parent's reducer.
          """,
          at: location
        )
      }
    )
  }
}

extension ViewStore where Action: BindableAction, Action.State == State {
  /// A member of the state, tracked as a whole. Setting the member sends a `BindingAction`:
  /// `viewStore.title = "Draft"`.
  ///
  /// If the action is reduced later, because the view store is a mirror or a turn is running, reading the
  /// member still returns the old value until then. Therefore, don't use `+=` or `append` in these cases.
  @_disfavoredOverload
  public subscript<Value: Equatable & Sendable>(
    dynamicMember member: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { reads.observed[member] }
    set { bind(member, to: newValue) }
  }

  /// Sends a binding action and reports an issue if no reducer handles it.
  fileprivate func bind<Value: Equatable & Sendable>(
    _ member: any WritableKeyPath<State, Value> & Sendable,
    to value: Value
  ) {
    let receipt = BindingReceipt()
    // If the action is reduced later, the outcome isn't known yet.
    let isReducedNow = !isMirror && !reads.isInTurn
    // The location of the write is unknown in the property wrapper's member.
    let location = store.location
    let task = send(.binding(BindingAction.set(member, value).noting(receipt)), at: location)
    guard isReducedNow, task.wasReduced, !receipt.isTaken.load(ordering: .relaxed) else { return }
    reportIssue(
      """
      A binding was set, but no reducer applied the change to \(member) of \(State.self). Add `BindingReducer()` to the \
      body of the feature's reducer.
      """,
      at: location
    )
  }
}

/// A member of a view store, from which `sending` creates a binding.
@MainActor
@dynamicMemberLookup
public struct StoreBindableMember<State: Sendable, Action: Sendable, Value> {
  let viewStore: ViewStore<State, Action>
  let member: KeyPath<State, Value>

  /// A nested member, from which `sending` creates a binding.
  public subscript<Member>(
    dynamicMember path: KeyPath<Value, Member>
  ) -> StoreBindableMember<State, Action, Member> {
    StoreBindableMember<State, Action, Member>(viewStore: viewStore, member: member.appending(path: path))
  }

  /// Returns a binding that sends an action with each written value.
  ///
  /// - Parameters:
  ///   - action: The case of the action to send.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A binding to the member.
  public func sending(
    _ action: any CaseKeyPath<Action, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreBinding<Value> {
    let path = AnyCasePath(action)
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return StoreBinding(get: { viewStore[member] }, set: { viewStore.send(path.embed($0), at: location) })
  }
}
