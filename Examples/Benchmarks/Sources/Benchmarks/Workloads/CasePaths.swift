import Troupe

/// The same by hand, in functions that the compiler doesn't look into.
enum ByHand {
  @inline(never)
  static func number(in page: Page) -> Int? {
    if case .number(let number) = page { number } else { nil }
  }

  @inline(never)
  static func list(in page: Page) -> [Int]? {
    if case .list(let list) = page { list } else { nil }
  }

  @inline(never)
  static func nestedNumber(in page: Page) -> Int? {
    if case .destination(.number(let number)) = page { number } else { nil }
  }

  @inline(never)
  static func page(_ number: Int) -> Page { .number(number) }

  @inline(never)
  static func changeList(in page: inout Page) {
    guard case .list(var list) = page else { return }
    page = .home
    list[7] &+= 1
    page = .list(list)
  }
}

/// B9: case paths, beside a `switch` in a function that isn't inlined.
enum CasePaths {
  private static let paths = KeptPaths(
    number: \.number,
    list: \.list,
    nested: \.destination.number,
    constructed: /Page.number
  )
  private static let numbers: [Page] = [.number(1), .number(2)]
  private static let lists: [Page] = [.list([1]), .list([2])]
  private static let others: [Page] = [.list([1]), .home]
  private static let nested: [Page] = [.destination(.number(1)), .destination(.none)]

  static var rows: [Row] {
    let paths = paths
    return [
      extract(
        "B9 extract a number with a kept path",
        aim: 2,
        from: numbers,
        { ByHand.number(in: $0) },
        { paths.number.extract(from: $0) }
      ),
      extract(
        "B9 extract an array with a kept path",
        aim: 2,
        from: lists,
        { ByHand.list(in: $0)?.count },
        { paths.list.extract(from: $0)?.count }
      ),
      extract(
        "B9 extract with a kept path, another case",
        aim: 2,
        from: others,
        { ByHand.number(in: $0) },
        { paths.number.extract(from: $0) }
      ),
      extract(
        "B9 extract with a kept path of two components",
        aim: 2,
        from: nested,
        { ByHand.nestedNumber(in: $0) },
        { paths.nested.extract(from: $0) }
      ),
      extract(
        "B9 extract with a kept path of `/`",
        aim: 30,
        from: numbers,
        { ByHand.number(in: $0) },
        { paths.constructed.extract(from: $0) }
      ),
      extract(
        "B9 extract with a literal in place, `page[case: \\.number]`",
        from: numbers,
        { ByHand.number(in: $0) },
        { $0[case: \.number] }
      ),
      Row(
        "B9 embed",
        aim: .ratio(2),
        count: 10_000,
        floor: { count in await timed(count) { for index in 0..<count { consume(ByHand.page(index)) } } },
        troupe: { count in
          await timed(count) { for index in 0..<count { consume(paths.number.embed(index)) } }
        }
      ),
      modify,
    ]
  }

  private static var modify: Row {
    let paths = paths
    return Row(
      "B9 change one of 100,000 elements in place",
      aim: .ratio(2),
      count: 10_000,
      floor: { count in
        var page = Page.list(Array(0..<100_000))
        return await timed(count) { for _ in 0..<count { ByHand.changeList(in: &page) } }
      },
      troupe: { count in
        var page = Page.list(Array(0..<100_000))
        return await timed(count) { for _ in 0..<count { paths.list.modify(&page) { $0[7] &+= 1 } } }
      }
    )
  }

  // Inlined, so that floor and Troupe are called where they are known, as in a program.
  @inline(__always)
  private static func extract(
    _ name: String,
    aim: Double? = nil,
    from pages: [Page],
    _ byHand: @escaping (Page) -> Int?,
    _ extract: @escaping (Page) -> Int?
  ) -> Row {
    Row(
      name,
      aim: aim.map { .ratio($0) },
      count: 10_000,
      floor: { count in await timed(count) { for index in 0..<count { consume(byHand(pages[index & 1])) } } },
      troupe: { count in await timed(count) { for index in 0..<count { consume(extract(pages[index & 1])) } }
      }
    )
  }
}
