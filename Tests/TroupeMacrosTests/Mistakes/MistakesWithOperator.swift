extension Mistake {
  /// Mistakes with the operator that makes a path of a case.
  static let withOperator =
    [
      (#"/E.typo"#, "no member 'typo'"),
      (#"/E.child as CasePath<E, Int>"#, "cannot find type 'CasePath'"),
      (#"/E.child as CasePath"#, "cannot find type 'CasePath'"),
      (#"/E.child as AnyCasePath<E, Int>"#, "to type 'AnyCasePath<E, Int>'"),
      (#"(/E.child).extract(from: E.tap)"#, "Convert the path to an 'AnyCasePath' first"),
      (#"(/E.child).embed(1)"#, "Convert the path to an 'AnyCasePath' first"),
    ]
    .map { path, words in
      Mistake(
        """
        enum E { case child(Int), tap }
        func f() {
          _ = \(path)  //! \(words)
        }
        """
      )
    }
}
