/// A grammar of declarations: a list of values for each of its dimensions. A declaration has one value of
/// each.
struct Grammar {
  let dimensions: [[String]]

  /// The combinations to try, as indices of the values.
  ///
  /// - Parameter isValid: Whether a combination can be declared.
  func chosen(where isValid: ([Int]) -> Bool) -> [[Int]] {
    Combinations.chosen(of: dimensions.map(\.count), where: isValid)
  }
}
