/// The node of the whole state.
final class RootFeatureNode<State, Action: Sendable>: FeatureNode<State> {
  private unowned let core: RootCore<State, Action>

  init(core: RootCore<State, Action>) {
    self.core = core
    super.init(scope: .root, parent: nil)
  }

  override func reach(_ body: (inout State) -> Void) { core.change(body) }
}
