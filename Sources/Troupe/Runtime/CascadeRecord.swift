extension EngineRules {
  /// Everything that an action from outside has caused.
  struct CascadeRecord: Vacatable {
    static var vacant: CascadeRecord { CascadeRecord(id: CascadeID(number: 0, slot: -1)) }
    var isVacant: Bool { id.slot < 0 }

    let id: CascadeID
    /// The context of the caller that gave the action, if it is wanted.
    var context: ActionContext?
    /// The nodes without a parent.
    var roots = Links.Chain()
    /// The priority of a task that waits for the cascade; nil for none.
    var priority: Priority?
    /// Whether the action is still being taken up. While it is, a lack of nodes doesn't end the cascade.
    var isOpening = true
  }
}
