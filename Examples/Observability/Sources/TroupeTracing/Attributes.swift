import Tracing
import Troupe

extension TracingInstrument {
  func describe(_ action: ActionInfo, in span: any Span) {
    update(span) { attributes in
      describe(action.store, action.scopePath, in: &attributes)
      describe(action.id, action.cause, in: &attributes)
      if showsPayloads { attributes[SpanKey.action] = text(of: action.action) }
    }
  }

  func describe(_ dismissal: DismissalInfo, in span: any Span) {
    update(span) { attributes in
      describe(dismissal.store, dismissal.scopePath, in: &attributes)
      describe(dismissal.id, dismissal.cause, in: &attributes)
    }
  }

  func describe(_ effect: EffectInfo, in span: any Span) {
    update(span) { attributes in
      describe(effect.store, effect.snapshot.scopePath, in: &attributes)
      attributes[SpanKey.effectID] = "\(effect.id)"
      attributes[SpanKey.causeID] = (effect.cause?.action).map { "\($0)" }
      attributes[SpanKey.rootID] = (effect.cause?.root).map { "\($0)" }
    }
  }

  func describe(_ error: any Error, in span: any Span) {
    if error is CancellationError || Task.isCancelled {
      span.attributes[SpanKey.isCancelled] = true
      return
    }
    span.attributes[SpanKey.errorType] = EffectInfo.text(of: error, showsPayloads: false)
    span.setStatus(SpanStatus(code: .error))
    if showsPayloads { span.recordError(error) }
  }

  private func update(_ span: any Span, _ change: (inout SpanAttributes) -> Void) {
    // The texts take longer than everything else.
    if span.isRecording { span.updateAttributes(change) }
  }

  private func describe(_ store: StoreInfo, _ scope: ScopePath, in attributes: inout SpanAttributes) {
    attributes[SpanKey.store] = "\(store)"
    if !scope.components.isEmpty { attributes[SpanKey.scope] = text(of: scope) }
  }

  private func describe(_ id: ActionID, _ cause: Cause?, in attributes: inout SpanAttributes) {
    attributes[SpanKey.actionID] = "\(id)"
    attributes[SpanKey.causeID] = (cause?.action).map { "\($0)" }
    attributes[SpanKey.rootID] = "\(cause?.root ?? id)"
  }
}
