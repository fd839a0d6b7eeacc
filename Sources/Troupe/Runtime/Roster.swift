/// Those who are to be told of something, in the order in which they came, each under a number.
///
/// A later one has a greater number, so that one who leaves is found by halving. The entries of those who
/// have left are closed once they are more than those in use: that all leave at once takes time in proportion
/// to how many they are.
struct Roster<Member> {
  private(set) var entries: [(number: UInt64, member: Member?)] = []
  private var vacancies = 0
  private var nextNumber: UInt64 = 0

  var isEmpty: Bool { entries.count == vacancies }

  /// Adds a member, and returns the number under which it is there.
  mutating func add(_ member: Member) -> UInt64 {
    nextNumber += 1
    entries.append((nextNumber, member))
    return nextNumber
  }

  /// Removes the member with a number; nothing where it has left already.
  mutating func remove(_ number: UInt64) {
    guard let index = index(of: number), entries[index].member != nil else { return }
    entries[index].member = nil
    vacancies += 1
    guard vacancies > entries.count / 2 else { return }
    entries.removeAll { $0.member == nil }
    vacancies = 0
  }

  /// Hands out all members, who have left then. Those who come later get other numbers.
  mutating func takeAll() -> Roster {
    defer {
      entries = []
      vacancies = 0
    }
    return self
  }

  /// Puts back those who were handed out, with their numbers, before those who have come since.
  mutating func putBack(_ others: consuming Roster) {
    if !others.isEmpty {
      others.entries += entries
      entries = others.entries
      vacancies += others.vacancies
    }
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
