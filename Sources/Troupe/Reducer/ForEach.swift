extension Reducer {
  /// Embeds the elements of a collection, each as a child.
  ///
  /// The collection is an identified array or a dictionary, with the elements' actions in an ``IdentifiedAction``, or
  /// a ``StackState``, with a ``StackAction``.
  ///
  /// The element runs first, then this reducer, on the same state. An element's effects end in the turn in which the
  /// element goes away, whoever removes it, and those of all that is in it; where its state is an enum, also when that
  /// changes to another case. Reordering ends nothing. An action for an element that isn't there is an issue.
  ///
  /// ``StackAction/push(id:state:)`` puts an element onto a stack before this reducer sees it, and
  /// ``StackAction/popFrom(id:)`` takes elements off it after this reducer has seen it with the elements still there.
  /// A push under an id that is there, and a pop of one that isn't, are issues.
  ///
  /// An element can dismiss itself with ``DismissEffect``: from a stack with `popFrom`, else it is taken out of the
  /// collection without an action.
  ///
  /// Finding out which elements have gone takes time in proportion to what was changed in the collection; in a dictionary,
  /// to the number of values with running effects.
  ///
  /// - Parameters:
  ///   - elements: The property with the collection.
  ///   - action: The case with the elements' actions.
  ///   - element: The reducer of an element.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func forEach<Elements: _IdentifiedArrayOrDictionaryOrStack, ElementAction: Sendable>(
    _ elements: any WritableKeyPath<State, Elements> & Sendable,
    action: any CaseKeyPath<Action, ElementAction> & Sendable,
    @_ChildBuilder<Elements, ElementAction> element: () -> _EmbeddedChild<Elements, ElementAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(element(), elements, action, location)
  }
}

// The compiler names it where something else is passed.
/// State that `forEach` takes: an identified array, a dictionary or a stack.
public protocol _IdentifiedArrayOrDictionaryOrStack {}

extension IdentifiedArray: _IdentifiedArrayOrDictionaryOrStack {}
extension Dictionary: _IdentifiedArrayOrDictionaryOrStack {}
extension StackState: _IdentifiedArrayOrDictionaryOrStack {}

extension _ChildBuilder {
  /// Elements without reducers do nothing.
  public static func buildBlock<ID: Hashable & Sendable, State, Action>() -> Reduce<State, Action>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    Reduce.erasing(EmptyReducer())
  }

  /// A reducer of an array's elements.
  public static func buildExpression<ID: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    Reduce.erasing(reducer)
  }

  /// The elements of an array.
  @inlinable
  public static func buildFinalResult<ID: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    _EmbeddedChild(elements: reducer) { array, id, body in
      guard let index = array.index(id: id) else { return false }
      body(&array[index], 0)
      return true
    }
  }

  /// Values without reducers do nothing.
  public static func buildBlock<Key: Hashable & Sendable, State, Action>() -> Reduce<State, Action>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    Reduce.erasing(EmptyReducer())
  }

  /// A reducer of a dictionary's values.
  public static func buildExpression<Key: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    Reduce.erasing(reducer)
  }

  /// The values of a dictionary.
  @inlinable
  public static func buildFinalResult<Key: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    _EmbeddedChild(values: reducer) { values, key, body in
      guard let index = values.index(forKey: key) else { return false }
      body(&values.values[index], 0)
      return true
    }
  }
}

extension _EmbeddedChild {
  /// The elements of an array.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of an element.
  ///   - modify: Changes an element in place, and tells whether it is there.
  @usableFromInline
  init<ID: Hashable & Sendable, State, Action>(
    elements reducer: Reduce<State, Action>,
    modify: @escaping (inout Container, ID, (inout State, _ generation: UInt64) -> Void) -> Bool
  ) where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    let access = ContainerAccess<Container, ID, State>.elements(modify: modify) { _ = $0.remove(id: $1) }
    self.init(source: CollectionElements(reducer: reducer, access: access))
  }

  /// The values of a dictionary.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of a value.
  ///   - modify: Changes a value in place, and tells whether it is there.
  @usableFromInline
  init<Key: Hashable & Sendable, State, Action>(
    values reducer: Reduce<State, Action>,
    modify: @escaping (inout Container, Key, (inout State, _ generation: UInt64) -> Void) -> Bool
  ) where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    let access = ContainerAccess<Container, Key, State>(modify: modify, remove: { $0[$1] = nil })
    self.init(source: CollectionElements(reducer: reducer, access: access))
  }
}

extension _EmbeddedChild {
  /// The elements of an array, by their indices: an element is another one where its `id` is another, if it has one.
  ///
  /// - Parameter reducer: The reducer of an element.
  package init<State, Action>(rows reducer: Reduce<State, Action>)
  where Container == [State], ContainerAction == IdentifiedAction<Int, Action> {
    let access = ContainerAccess<Container, Int, State>(
      modify: { array, index, body in
        guard array.indices.contains(index) else { return false }
        body(&array[index], 0)
        return true
      },
      remove: { if $0.indices.contains($1) { $0.remove(at: $1) } }
    )
    self.init(source: CollectionElements(reducer: reducer, access: access))
  }
}

/// The elements of an identified array or of an array, or the values of a dictionary.
private struct CollectionElements<Container, ID: Hashable & Sendable, ElementState, ElementAction: Sendable>:
  ChildSource
{
  let reducer: Reduce<ElementState, ElementAction>
  let access: ContainerAccess<Container, ID, ElementState>

  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ path: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    _ location: SourceLocation
  ) -> Embedding<State, Action> {
    let element = ChildOperator(
      reducer,
      position: OperatorPosition(location, container, child: ElementState.self),
      access: ChildAccess(container, access),
      dismissal: .removal
    ) { path.embed(.element(id: $0, action: $1)) }
    return Embedding(of: path) { state, identifiedAction, action, base in
      switch identifiedAction {
      case .element(let id, let elementAction):
        element.reduce(&state, element: id, elementAction, of: action, then: base)
      }
    }
  }
}

extension ChildOperator {
  /// Runs an element's reducer and then the parent's, as `forEach` does.
  func reduce(
    _ state: inout Parent,
    element id: Key,
    _ elementAction: ChildAction,
    of action: ParentAction,
    then base: Embedding<Parent, ParentAction>.Base
  ) -> Effect<ParentAction> {
    reduce(&state, id, elementAction, of: action, orReport: .row("forEach", id: IssueText.id(id)), then: base)
  }
}
