/// A macro, which expands its uses.
protocol AttachedMacro {
  /// Returns the source to add; nil if there is nothing to add.
  static func expand(_ expansion: inout Expansion) -> String?
}
