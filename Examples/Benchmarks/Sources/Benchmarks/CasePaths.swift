import Troupe

/// The enum whose case paths are measured.
enum Page: CasePathable, Sendable {
  case home
  case number(Int)
  case list([Int])
  case destination(Destination)

  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let home = AnyCasePath(embed: Page.home) { if case .home = $0 { () } else { nil } }
    let number = AnyCasePath(embed: Page.number) { if case .number(let it) = $0 { it } else { nil } }
    let list = AnyCasePath(embed: Page.list) { if case .list(let it) = $0 { it } else { nil } }
    let destination = AnyCasePath(embed: Page.destination) {
      if case .destination(let it) = $0 { it } else { nil }
    }
  }

  enum Destination: CasePathable, Sendable {
    case none
    case number(Int)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let none = AnyCasePath(embed: Destination.none) { if case .none = $0 { () } else { nil } }
      let number = AnyCasePath(embed: Destination.number) { if case .number(let it) = $0 { it } else { nil } }
    }
  }
}

/// Paths as an operator keeps them: what they are isn't known where they are used.
struct KeptPaths {
  let number: AnyCasePath<Page, Int>
  let list: AnyCasePath<Page, [Int]>
  let nested: AnyCasePath<Page, Int>
  let constructed: AnyCasePath<Page, Int>

  @inline(never)
  init(
    number: any CaseKeyPath<Page, Int> & Sendable,
    list: any CaseKeyPath<Page, [Int]> & Sendable,
    nested: any CaseKeyPath<Page, Int> & Sendable,
    constructed: any CaseKeyPath<Page, Int> & Sendable
  ) {
    self.number = AnyCasePath(number)
    self.list = AnyCasePath(list)
    self.nested = AnyCasePath(nested)
    self.constructed = AnyCasePath(constructed)
  }
}

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

extension Benchmarks {
  /// The rows of the case paths.
  func casePaths() async -> [Row] {
    let paths = KeptPaths(
      number: \.number,
      list: \.list,
      nested: \.destination.number,
      constructed: /Page.number
    )
    let numbers: [Page] = [.number(1), .number(2)]
    let lists: [Page] = [.list([1]), .list([2])]
    let others: [Page] = [.list([1]), .home]
    let nested: [Page] = [.destination(.number(1)), .destination(.none)]
    let byHand = await extract(from: numbers) { ByHand.number(in: $0) }
    var page = Page.list(Array(0..<100_000))
    let changeByHand = await measure(500_000) { for _ in 0..<$0 { ByHand.changeList(in: &page) } }
    return [
      Row(
        name: "extract a number with a kept path",
        floor: byHand,
        troupe: await extract(from: numbers) { paths.number.extract(from: $0) }
      ),
      Row(
        name: "extract an array with a kept path",
        floor: await extract(from: lists) { ByHand.list(in: $0)?.count },
        troupe: await extract(from: lists) { paths.list.extract(from: $0)?.count }
      ),
      Row(
        name: "extract with a kept path, another case",
        floor: await extract(from: others) { ByHand.number(in: $0) },
        troupe: await extract(from: others) { paths.number.extract(from: $0) }
      ),
      Row(
        name: "extract with a kept path of two components",
        floor: await extract(from: nested) { ByHand.nestedNumber(in: $0) },
        troupe: await extract(from: nested) { paths.nested.extract(from: $0) }
      ),
      Row(
        name: "extract with a kept path of `/`",
        floor: byHand,
        troupe: await extract(from: numbers) { paths.constructed.extract(from: $0) }
      ),
      Row(
        name: "extract with a literal in place, `page[case: \\.number]`",
        floor: byHand,
        troupe: await extract(from: numbers) { $0[case: \.number] }
      ),
      Row(
        name: "embed",
        floor: await measure(500_000) { for index in 0..<$0 { consume(ByHand.page(index)) } },
        troupe: await measure(500_000) { for index in 0..<$0 { consume(paths.number.embed(index)) } }
      ),
      Row(
        name: "change one of 100,000 elements in place",
        floor: changeByHand,
        troupe: await measure(500_000) { for _ in 0..<$0 { paths.list.modify(&page) { $0[7] &+= 1 } } }
      ),
    ]
  }

  private func extract(from pages: [Page], _ extract: (Page) -> Int?) async -> Measurement {
    await measure(500_000) { count in
      for index in 0..<count { consume(extract(pages[index & 1])) }
    }
  }
}

// Not optimized: else the compiler sees that nothing is done with the values, and doesn't make them.
@inline(never) @_optimize(none)
private func consume(_ number: Int?) {}

@inline(never) @_optimize(none)
private func consume(_ page: Page) {}
