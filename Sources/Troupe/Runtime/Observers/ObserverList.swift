/// A list of members to notify, each with a number, in the order in which they were added.
///
/// Later members have greater numbers, so that a binary search finds a member. The entries of removed members
/// stay until they outnumber the remaining members. Removing all members takes time in proportion to their
/// number.
struct ObserverList<Member> {
  private(set) var entries: [(number: UInt64, member: Member?)] = []
  private var vacancies = 0
  private var nextNumber: UInt64 = 0

  var isEmpty: Bool { entries.count == vacancies }
  var count: Int { entries.count - vacancies }

  /// Adds a member and returns its number.
  mutating func add(_ member: Member) -> UInt64 {
    nextNumber += 1
    entries.append((nextNumber, member))
    return nextNumber
  }

  /// Removes and returns the member with a number. Does nothing if the member was already removed.
  @discardableResult
  mutating func remove(_ number: UInt64) -> Member? {
    guard let index = index(of: number), let member = entries[index].member else { return nil }
    entries[index].member = nil
    vacancies += 1
    guard vacancies > entries.count / 2 else { return member }
    entries.removeAll { $0.member == nil }
    vacancies = 0
    return member
  }

  /// Removes and returns all members. Members that are added later get different numbers.
  mutating func takeAll() -> ObserverList {
    defer {
      entries = []
      vacancies = 0
    }
    return self
  }

  /// Puts taken members back with their numbers, before the members that were added in the meantime.
  mutating func putBack(_ others: consuming ObserverList) {
    if others.isEmpty { return }
    vacancies += others.vacancies
    // Appending an empty array would copy the members, because the caller also refers to the array.
    if entries.isEmpty { return entries = others.entries }
    others.entries += entries
    entries = others.entries
  }

  func forEach(_ body: (Member) -> Void) {
    for case let member? in entries.lazy.map(\.member) { body(member) }
  }

  mutating func removeAll(where isDone: (Member) -> Bool) {
    entries.removeAll { $0.member.map(isDone) ?? true }
    vacancies = 0
  }

  private func index(of number: UInt64) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }
}
