extension EngineRules {
  /// Everything that an action from outside caused.
  struct CascadeRecord: Vacatable {
    static var vacant: CascadeRecord { CascadeRecord(id: CascadeID(number: 0, slot: -1)) }
    var isVacant: Bool { id.slot < 0 }

    let id: CascadeID
    /// The context of whoever gave the action, where that is wanted.
    var context: ActionContext?
    /// The nodes without a parent.
    var roots = Links.Chain()
    /// Whether the action is still being taken up, so that having no nodes doesn't end the cascade yet.
    var isOpening = true
  }
}
