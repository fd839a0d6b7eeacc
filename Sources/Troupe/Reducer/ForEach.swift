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
  public func forEach<Elements: _ElementStates, ElementAction: Sendable>(
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

/// State that `forEach` takes: an identified array, a dictionary or a stack.
public protocol _ElementStates {}

extension IdentifiedArray: _ElementStates {}
extension Dictionary: _ElementStates {}
extension StackState: _ElementStates {}

extension _ChildBuilder {
  /// Elements without reducers do nothing.
  public static func buildBlock<ID: Hashable & Sendable, State, Action>() -> Reduce<State, Action>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    Reduce(EmptyReducer())
  }

  /// A reducer of an array's elements.
  public static func buildExpression<ID: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    Reduce(reducer)
  }

  /// The elements of an array.
  public static func buildFinalResult<ID: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    _EmbeddedChild(source: ArrayElements(reducer: reducer))
  }

  /// Values without reducers do nothing.
  public static func buildBlock<Key: Hashable & Sendable, State, Action>() -> Reduce<State, Action>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    Reduce(EmptyReducer())
  }

  /// A reducer of a dictionary's values.
  public static func buildExpression<Key: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    Reduce(reducer)
  }

  /// The values of a dictionary.
  public static func buildFinalResult<Key: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    _EmbeddedChild(source: DictionaryValues(reducer: reducer))
  }
}

/// The elements of an identified array.
private struct ArrayElements<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>: ChildSource {
  let reducer: Reduce<ElementState, ElementAction>

  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    _ path: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    _ location: SourceLocation
  ) -> Embedding<State, Action> {
    let position = Position(location, container, child: ElementState.self)
    return .elements(reducer, position, .elements(container), path)
  }
}

/// The values of a dictionary.
private struct DictionaryValues<Key: Hashable & Sendable, ElementState, ElementAction: Sendable>: ChildSource
{
  let reducer: Reduce<ElementState, ElementAction>

  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, [Key: ElementState]> & Sendable,
    _ path: AnyCasePath<Action, IdentifiedAction<Key, ElementAction>>,
    _ location: SourceLocation
  ) -> Embedding<State, Action> {
    let position = Position(location, container, child: ElementState.self)
    return .elements(reducer, position, .values(container), path)
  }
}

extension Embedding {
  fileprivate static func elements<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    _ reducer: Reduce<ElementState, ElementAction>,
    _ position: Position,
    _ access: ChildAccess<State, ID, ElementState>,
    _ path: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> Embedding {
    let element = ChildOperator(reducer, position: position, access: access, dismissal: .removal) {
      path.embed(.element(id: $0, action: $1))
    }
    return Embedding { state, action, base in
      guard case .element(let id, let elementAction)? = path.extract(from: action) else {
        return base(&state, action)
      }
      return element.reduce(&state, element: id, elementAction, of: action, then: base)
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
    reduce(&state, id, elementAction, of: action, orReport: .row("forEach", id: "\(id)"), then: base)
  }
}

extension ChildAccess {
  /// The elements of an identified array.
  static func elements(
    _ path: any WritableKeyPath<Parent, IdentifiedArray<Key, Child>> & Sendable
  ) -> ChildAccess {
    let member = MemberAccess(path)
    return ChildAccess(
      modify: { parent, id, body in
        member.modify(&parent) { elements in elements[id: id].change { body(&$0, 0) } }
      },
      remove: { parent, id in member.modify(&parent) { _ = $0.remove(id: id) } },
      changes: { parent, token in member.modify(&parent) { $0.changes(since: token) } },
      watch: { parent, token in member.modify(&parent) { $0.watch(renewing: token) } }
    )
  }

  /// The values of a dictionary.
  static func values(_ path: any WritableKeyPath<Parent, [Key: Child]> & Sendable) -> ChildAccess {
    let member = MemberAccess(path)
    return ChildAccess(
      modify: { parent, key, body in
        member.modify(&parent) { values in
          guard let index = values.index(forKey: key) else { return false }
          body(&values.values[index], 0)
          return true
        }
      },
      remove: { parent, key in member.modify(&parent) { $0[key] = nil } }
    )
  }
}
