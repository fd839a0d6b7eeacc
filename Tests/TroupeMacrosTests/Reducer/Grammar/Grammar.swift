/// A grammar of declarations: for each of its dimensions, the values of which a declaration has one.
struct Grammar {
  let dimensions: [[String]]

  /// The combinations to try, as indices of the values.
  ///
  /// - Parameter isValid: Whether a combination can be declared.
  func chosen(where isValid: ([Int]) -> Bool) -> [[Int]] {
    Combinations.chosen(of: dimensions.map(\.count), where: isValid)
  }
}
