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
