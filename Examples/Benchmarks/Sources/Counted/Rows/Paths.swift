import Troupe

/// Case paths.
enum Paths {
  static var rows: [CountedRow] {
    let paths = KeptPaths(
      number: \.number,
      list: \.list,
      nested: \.destination.number,
      constructed: /Page.number
    )
    let numbers: [Page] = [.number(1), .number(2)]
    let lists: [Page] = [.list([1]), .list([2])]
    return [
      extract("B9 extract a number with a kept path", from: numbers) { paths.number.extract(from: $0) },
      extract("B9 extract an array with a kept path", from: lists) { paths.list.extract(from: $0)?.count },
      extract("B9 extract with a kept path, another case", from: [.list([1]), .home]) {
        paths.number.extract(from: $0)
      },
      extract(
        "B9 extract with a kept path of two components",
        from: [.destination(.number(1)), .destination(.none)]
      ) {
        paths.nested.extract(from: $0)
      },
      extract("B9 extract with a kept path of `/`", from: numbers) { paths.constructed.extract(from: $0) },
      extract("B9 extract with a literal in place, `page[case: \\.number]`", from: numbers) {
        $0[case: \.number]
      },
      CountedRow("B9 embed", 5_000) { count in
        for index in 0..<count { consume(paths.number.embed(index)) }
      },
      CountedRow("B9 change one of 10,000 elements in place", 5_000) { count in
        var page = Page.list(Array(0..<10_000))
        for _ in 0..<count { paths.list.modify(&page) { $0[7] &+= 1 } }
      },
    ]
  }

  // Inlined, so that the path is used where it is known, as in a program.
  @inline(__always)
  private static func extract(
    _ name: String,
    from pages: [Page],
    _ extract: @escaping @Sendable (Page) -> Int?
  ) -> CountedRow {
    CountedRow(name, 5_000) { count in
      for index in 0..<count { consume(extract(pages[index & 1])) }
    }
  }
}
