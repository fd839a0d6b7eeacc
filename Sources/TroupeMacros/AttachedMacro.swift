/// What expands the uses of a macro.
protocol AttachedMacro {
  /// The source to add; nil where there is nothing to add.
  static func expand(_ expansion: inout Expansion) -> String?
}
