extension Reducer {
  /// Embeds the elements of a collection, each as a child.
  ///
  /// The element runs first, then this reducer, on the same state. An element's effects end in the turn in which the
  /// element goes away, whoever removes it, and those of all that is in it; where its state is an enum, also when that
  /// changes to another case. Reordering ends nothing. An action for an element that isn't there is an issue.
  ///
  /// An element can dismiss itself with ``DismissEffect``: it is then taken out of the collection, without an action.
  ///
  /// Finding out which elements have gone takes time in proportion to what was changed in the collection.
  ///
  /// - Parameters:
  ///   - elements: The property with the collection.
  ///   - action: The case with the elements' actions.
  ///   - element: The reducer of an element.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func forEach<
    ID: Hashable & Sendable,
    ElementState,
    ElementAction: Sendable,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ elements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(element(), elements, .elements(elements), action: action, location)
  }

  /// Embeds the values of a dictionary, each as a child.
  ///
  /// It is like `forEach` on an identified array; finding out which values have gone takes time in proportion to the
  /// number of values with running effects.
  ///
  /// - Parameters:
  ///   - values: The property with the dictionary.
  ///   - action: The case with the values' actions.
  ///   - element: The reducer of a value.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func forEach<
    Key: Hashable & Sendable,
    ElementState,
    ElementAction: Sendable,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ values: any WritableKeyPath<State, [Key: ElementState]> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<Key, ElementAction>> & Sendable,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(element(), values, .values(values), action: action, location)
  }

  private func embedding<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    _ element: some Reducer<ElementState, ElementAction>,
    _ member: any AnyKeyPath & Sendable,
    _ access: @escaping @autoclosure @Sendable () -> ChildAccess<State, ID, ElementState>,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable,
    _ location: SourceLocation
  ) -> _EmbeddingReducer<Self> {
    _EmbeddingReducer(base: self) {
      let path = AnyCasePath(action)
      let element = ChildOperator(
        element,
        position: Position(location, member, child: ElementState.self),
        access: access(),
        dismissal: .removal
      ) { path.embed(.element(id: $0, action: $1)) }
      return Embedding { state, action, base in
        guard case .element(let id, let elementAction)? = path.extract(from: action) else {
          return base(&state, action)
        }
        return element.reduce(
          &state,
          id,
          elementAction,
          of: action,
          orReport: .row("forEach", id: "\(id)"),
          then: base
        )
      }
    }
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
