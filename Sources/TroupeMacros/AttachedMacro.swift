/// A macro that is attached to a declaration.
protocol AttachedMacro {
  /// Returns the source to add, or nil if there is nothing to add.
  static func expand(_ expansion: inout Expansion) -> String?
}
