extension Mistake {
  /// Mistakes with the traits of tests.
  static let inTraits =
    [
      (".dependencies()", "missing argument"),
      (".dependency", "'dependency' takes a dependency and its value"),
      (#".dependency(\.weather)"#, "'dependency' also needs the value"),
      (#".dependency(\.typo, Weather())"#, "'DependencyValues' has no property of this name and this type"),
      (#".dependency(\.weather, 1)"#, "no property of this name and this type"),
      (".dependency(Weather())", "'Weather' conform to 'TestDependencyKey'"),
      (#".dependencies(\.weather, Weather())"#, "dependency(_:_:)"),
      (".dependencies { $0.typo = Weather() }", "no member 'typo'"),
    ]
    .flatMap { trait, words in
      [
        Mistake("@Test(\(trait)) static func f() {}  //! \(words)", imports: "import Testing; "),
        Mistake("@Suite(\(trait)) struct S {}  //! \(words)", imports: "import Testing; "),
      ]
    }
}
