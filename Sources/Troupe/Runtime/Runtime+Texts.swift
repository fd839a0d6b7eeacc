/// The names of the store and of its actions in texts, and what the store keeps of its actions.
///
/// ``Runtime/label`` and the texts of actions can be used from any context. All other members belong to the
/// store's executor.
extension Runtime {
  /// The store's name, if it has one, and the location at which it was created.
  var label: String { StoreInfo.label(name: name, location: location) }

  /// Runs the reducer. In debug builds, the message of a crash in the reducer names the action and the store.
  ///
  /// - Parameters:
  ///   - rest: The part of the message that describes the action; see ``CrashText``. It is evaluated only in
  ///     debug builds.
  ///   - reduce: Runs the reducer.
  @inline(__always)
  func withCrashNote<Result>(_ rest: @autoclosure () -> String, _ reduce: () -> Result) -> Result {
    #if DEBUG
      let rest = rest()
      guard let naming else { return CrashNote.during(crashText, rest, reduce) }
      let (name, location) = (name, location)
      return naming.watching({ StoreInfo.label(name: name, location: location) }, rest) {
        CrashNote.during(crashText, rest, reduce)
      }
    #else
      reduce()
    #endif
  }

  /// Returns the representation of an action for texts and events.
  func actionValue(_ action: any Sendable) -> ActionValue {
    ActionValue(action, showsPayloads: showsPayloads)
  }

  /// Returns the text of an action on one line.
  func text(of action: any Sendable) -> String { actionValue(action).description }
}

// MARK: Replies

extension Runtime {
  /// Returns the value that the store may keep for an action, which is the action itself, or the action's
  /// text if the action may contain a reply for which a request is waiting.
  ///
  /// An action may contain such a reply in three cases: the store itself has pending requests, an effect of
  /// another store sends the action, or there are replies that weren't created by a store. In all other
  /// cases, the store keeps the action itself.
  ///
  /// - Parameter action: The action.
  @inline(__always)
  func causeSummary(_ action: any Sendable) -> any Sendable {
    ReplyRegistry.exist ? rememberedAmongReplies(action) : action
  }

  @inline(never)
  private func rememberedAmongReplies(_ action: any Sendable) -> any Sendable {
    let mayCarry = requestCount > 0 || ReplyRegistry.existByHand || isSentFromElsewhere
    return mayCarry && !ReplyRegistry.areMissing(in: action) ? ActionSummary(action) : action
  }

  /// Whether another store's effect sends the action.
  private var isSentFromElsewhere: Bool {
    guard let effect = RunningEffect.current else { return false }
    return !effect.isOf(self)
  }
}
