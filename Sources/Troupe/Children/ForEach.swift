extension Reducer {
  /// Embeds a child for each element of a collection.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .addTapped(let title) = action { state.tracks.append(Track.State(id: title)) }
  ///   return .none
  /// }
  /// .forEach(\.tracks, action: \.tracks) { Track() }
  /// ```
  ///
  /// The collection is one of the following:
  ///
  /// - An ``IdentifiedArray`` or a dictionary. The elements' actions are in an ``IdentifiedAction``.
  /// - A ``StackState``. The elements' actions are in a ``StackAction``.
  ///
  /// The element's reducer runs first, followed by this reducer, on the same state. If an action arrives for
  /// an element that isn't in the collection, an issue is reported.
  ///
  /// An element's effects, and the effects of all features inside the element, end in the turn in which the
  /// element is removed, regardless of the cause. If an element's state is an enum, these effects also end
  /// when the state changes to another case. Reordering the elements ends no effects.
  ///
  /// ``StackAction/push(id:state:)`` pushes an element before this reducer runs. ``StackAction/popFrom(id:)``
  /// removes elements after this reducer has run. If an id to push is already in the stack, or an id to pop
  /// isn't in the stack, an issue is reported.
  ///
  /// An element can dismiss itself with ``DismissEffect``. In a stack, the store sends `popFrom` to remove
  /// the element. In another collection, the store removes the element without an action.
  ///
  /// The time to find removed elements is proportional to the number of changes in the collection. For a
  /// dictionary, the time is proportional to the number of values with running effects.
  ///
  /// - Parameters:
  ///   - elements: The property with the collection.
  ///   - action: The case with the elements' actions.
  ///   - element: The reducer of an element.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
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
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(element(), elements, action, location)
  }
}

/// A collection that `forEach` accepts: an identified array, a dictionary or a stack.
///
/// The protocol is public because it constrains a public operator. If another type is passed, the compiler's
/// message names the protocol.
public protocol _IdentifiedArrayOrDictionaryOrStack {}

extension IdentifiedArray: _IdentifiedArrayOrDictionaryOrStack {}
extension Dictionary: _IdentifiedArrayOrDictionaryOrStack {}
extension StackState: _IdentifiedArrayOrDictionaryOrStack {}

extension _ChildBuilder {
  /// Builds a reducer that does nothing, for elements without reducers.
  public static func buildBlock<ID: Hashable & Sendable, State, Action>() -> Reduce<State, Action>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    Reduce.erasing(EmptyReducer())
  }

  /// Builds a reducer of an identified array's elements.
  public static func buildExpression<ID: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    Reduce.erasing(reducer)
  }

  /// Builds the embedded child for the elements of an identified array.
  @inlinable
  public static func buildFinalResult<ID: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    _EmbeddedChild(elements: reducer) { array, id, body in
      guard let index = array.index(id: id) else { return false }
      body(&array[index], array.keysAreIDs ? Generation.keyed : 0)
      return true
    } beginReading: {
      $0.beginReading(since: $1, withAdditions: $2, length: &$3, into: &$4)
    } endReading: {
      $0.endReading($1, clearing: &$2)
    } split: {
      switch $0 {
      case .element(let id, let action): (id, action)
      }
    }
  }

  /// Builds a reducer that does nothing, for values without reducers.
  public static func buildBlock<Key: Hashable & Sendable, State, Action>() -> Reduce<State, Action>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    Reduce.erasing(EmptyReducer())
  }

  /// Builds a reducer of a dictionary's values.
  public static func buildExpression<Key: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    Reduce.erasing(reducer)
  }

  /// Builds the embedded child for the values of a dictionary.
  @inlinable
  public static func buildFinalResult<Key: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    _EmbeddedChild(values: reducer) { values, key, body in
      guard let index = values.index(forKey: key) else { return false }
      body(&values.values[index], 0)
      return true
    } split: {
      switch $0 {
      case .element(let key, let action): (key, action)
      }
    }
  }
}

extension _EmbeddedChild {
  /// Creates a child for each element of an identified array.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of an element.
  ///   - modify: Changes an element in place. Returns whether the element exists.
  ///   - beginReading: Begins to read which elements may have changed.
  ///   - endReading: Ends reading.
  ///   - split: Returns the id and the action of an element's action.
  @usableFromInline
  init<ID: Hashable & Sendable, State, Action>(
    elements reducer: Reduce<State, Action>,
    modify: @escaping (inout Container, ID, (inout State, _ generation: UInt64) -> Void) -> Bool,
    beginReading: @escaping BeginReading<Container, ID>,
    endReading: @escaping EndReading<Container, ID>,
    split: @escaping @Sendable (IdentifiedAction<ID, Action>) -> (ID, Action)
  ) where Container == IdentifiedArray<ID, State>, ContainerAction == IdentifiedAction<ID, Action> {
    let access = ContainerAccess<Container, ID, State>(
      modify: modify,
      remove: { _ = $0.remove(id: $1) },
      beginReading: beginReading,
      endReading: endReading,
      keys: { Array($0.ids) }
    )
    self.init(source: CollectionElements(reducer: reducer, access: access, split: split))
  }

  /// Creates a child for each value of a dictionary.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of a value.
  ///   - modify: Changes a value in place. Returns whether the value exists.
  ///   - split: Returns the key and the action of a value's action.
  @usableFromInline
  init<Key: Hashable & Sendable, State, Action>(
    values reducer: Reduce<State, Action>,
    modify: @escaping (inout Container, Key, (inout State, _ generation: UInt64) -> Void) -> Bool,
    split: @escaping @Sendable (IdentifiedAction<Key, Action>) -> (Key, Action)
  ) where Container == [Key: State], ContainerAction == IdentifiedAction<Key, Action> {
    let access = ContainerAccess<Container, Key, State>(
      modify: modify,
      remove: { $0[$1] = nil },
      keys: { Array($0.keys) }
    )
    self.init(source: CollectionElements(reducer: reducer, access: access, split: split))
  }
}

extension _EmbeddedChild {
  /// Creates a child for each element of an array. The index identifies the element. If the elements have an
  /// `id`, a different `id` at the same index identifies a different element.
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
      remove: { if $0.indices.contains($1) { $0.remove(at: $1) } },
      keys: { Array($0.indices) }
    )
    self.init(
      source: CollectionElements(reducer: reducer, access: access) {
        switch $0 {
        case .element(let index, let action): (index, action)
        }
      }
    )
  }
}

/// The source of a child for each element of an identified array or an array, or for each value of a
/// dictionary.
struct CollectionElements<Container, ID: Hashable & Sendable, ElementState, ElementAction: Sendable>:
  ChildSource
{
  let reducer: Reduce<ElementState, ElementAction>
  let access: ContainerAccess<Container, ID, ElementState>
  /// Returns the id and the action of an element's action. Except for indices, inlinable functions of
  /// ``_ChildBuilder`` create this function where the types are known. Generic code would look up the
  /// metadata of the tuple.
  let split: @Sendable (IdentifiedAction<ID, ElementAction>) -> (ID, ElementAction)

  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ path: @escaping @Sendable () -> AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    _ location: CallSite
  ) -> Embedding<State, Action> {
    let reducer = ChildReducer(reducer, in: container, of: path, at: location)
    return Embedding(reducer, of: path) { path in
      let element = ChildOperator(
        reducer,
        access: ChildAccess(container, access),
        dismissal: .removal,
        embed: path.embedding { .element(id: $0, action: $1) }
      )
      return (
        element,
        { state, identifiedAction, action, base in
          let (id, elementAction) = split(identifiedAction)
          return element.reduce(&state, element: id, elementAction, of: action, then: base)
        }
      )
    }
  }
}

extension ChildOperator {
  /// Runs an element's reducer and then the parent's reducer, as `forEach` does.
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
