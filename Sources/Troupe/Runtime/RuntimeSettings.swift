/// The part of a store's configuration that its ``Runtime`` uses. Stores with the default settings share one
/// object.
final class RuntimeSettings: Sendable {
  let effectExecutor: (any TaskExecutor)?
  /// The executor of effects, if this executor requests the names of tasks.
  let naming: (any TaskNaming)?
  let inbox: InboxConfiguration
  let actionLimit: Int
  /// Captures the context of an action when the action is sent or enqueued; nil for none.
  let actionContext: (@Sendable () -> ActionContext?)?
  let name: String?
  /// Whether texts show payloads; see ``StoreConfiguration/showsPayloads``.
  let showsPayloads: Bool
  /// Whether the store has instruments, for code outside the store's executor.
  let hasInstruments: Bool

  private init(_ configuration: StoreConfiguration<some Sendable>) {
    effectExecutor = configuration.effectExecutor
    let naming = configuration.effectExecutor as? any TaskNaming
    self.naming = naming?.wantsNames == true ? naming : nil
    inbox = configuration.inbox
    actionLimit = configuration.actionLimit
    actionContext = configuration.capturingContext
    name = configuration.name
    showsPayloads = configuration.showsPayloads
    hasInstruments = !configuration.instruments.isEmpty
  }

  private static let standard = RuntimeSettings(StoreConfiguration<Never>())

  /// Returns the settings of a configuration.
  static func of(_ configuration: StoreConfiguration<some Sendable>) -> RuntimeSettings {
    let isStandard =
      configuration.effectExecutor == nil && configuration.actionContext == nil && configuration.name == nil
      && configuration.instruments.isEmpty && configuration.inbox == standard.inbox
      && configuration.actionLimit == standard.actionLimit
      && configuration.showsPayloads == standard.showsPayloads
    return isStandard ? standard : RuntimeSettings(configuration)
  }
}

extension Runtime {
  var effectExecutor: (any TaskExecutor)? { settings.effectExecutor }
  var naming: (any TaskNaming)? { settings.naming }
  var inbox: InboxConfiguration { settings.inbox }
  var actionLimit: Int { settings.actionLimit }
  var actionContext: (@Sendable () -> ActionContext?)? { settings.actionContext }
  var name: String? { settings.name }
  var showsPayloads: Bool { settings.showsPayloads }
  var hasInstruments: Bool { settings.hasInstruments }
}

extension StoreConfiguration {
  /// Captures the part of the current task's context that the configuration and the instruments request; nil
  /// if nothing is requested.
  var capturingContext: (@Sendable () -> ActionContext?)? {
    if instruments.isEmpty { return actionContext }
    return { [actionContext, instruments] in
      instruments.reduce(actionContext?()) { outer, instrument in
        guard let inner = instrument.captureContext() else { return outer }
        guard let outer else { return inner }
        return ActionContext { work in outer.run { inner.run(work) } }
      }
    }
  }
}
