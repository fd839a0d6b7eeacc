/// The feature node of the root's state.
final class RootFeatureNode<State, Action: Sendable>: FeatureNode<State> {
  private unowned let core: StoreCore<State, Action>

  init(core: StoreCore<State, Action>) {
    self.core = core
    super.init(scope: .root, parent: nil)
  }

  override func reach(_ body: (inout State) -> Void) { core.change(body) }
}
