import Troupe

extension TracingInstrument {
  func text(of action: ActionValue) -> String { action.text(showsPayloads: showsPayloads) }
  func text(of scope: ScopePath) -> String { scope.text(showsPayloads: showsPayloads) }
}
