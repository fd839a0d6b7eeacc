extension Reducer {
  /// Runs an effect once when the state of this feature appears.
  ///
  /// ```swift
  /// .onStart {
  ///   .run { send in
  ///     for await message in messages() { await send(.received(message)) }
  ///   }
  ///   .cancellable(id: "messages")
  /// }
  /// ```
  ///
  /// The state of the store's own feature appears when the store is made. The state of a child appears with
  /// the action that puts it there, whoever sends that action. A child that is replaced with another one
  /// appears anew; <doc:ChildrenAndTheirLifetimes> tells when that is.
  ///
  /// The effect ends with the state. It doesn't belong to an action: neither `finish()` nor `cancel()` of an
  /// action's ``StoreTask`` reaches it. Shutting down the store lets it finish, as any other effect.
  ///
  /// - Parameters:
  ///   - effect: Returns the effect.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func onStart(
    _ effect: @escaping @Sendable () -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return DeclaringReducer(base: self, name: "onStart", location: location) {
      StartDeclaration { _ in effect() }
    }
  }

  /// Runs an effect once when the state of this feature appears, with a look at that state.
  ///
  /// ```swift
  /// .onStart { state in
  ///   .run { [id = state.id] send in await send(.loaded(try await load(id))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - effect: Gets the state, as it is at the end of the action that made it appear. Returns the effect.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func onStart(
    _ effect: @escaping @Sendable (_ state: State) -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return DeclaringReducer(base: self, name: "onStart", location: location) {
      StartDeclaration(effect: effect)
    }
  }
}

/// The declaration of an effect that runs when the state appears.
private final class StartDeclaration<State, Action: Sendable>: Declaration<State, Action> {
  let effect: (State) -> Effect<Action>

  init(effect: @escaping (State) -> Effect<Action>) { self.effect = effect }

  override func part(in feature: DeclaringFeature<State, Action>) -> DeclaredPart<State> {
    StartPart(self, in: feature)
  }
}

private final class StartPart<State, Action: Sendable>: DeclaredPart<State> {
  private let declaration: StartDeclaration<State, Action>
  private unowned let feature: DeclaringFeature<State, Action>
  private var effect: EffectID?
  private var hasBegun = false

  init(_ declaration: StartDeclaration<State, Action>, in feature: DeclaringFeature<State, Action>) {
    self.declaration = declaration
    self.feature = feature
  }

  override func update(_ state: inout State, _ runtime: Runtime) {
    if hasBegun { return }
    hasBegun = true
    let declaration = declaration.current()
    effect = feature.begin(declaration, .start, runtime) { declaration.effect(state) }
  }

  override func end(_ runtime: Runtime) {
    // A feature without a life of its own has no scope that ends it.
    if let effect { runtime.engine.cancel(effect) }
  }
}
