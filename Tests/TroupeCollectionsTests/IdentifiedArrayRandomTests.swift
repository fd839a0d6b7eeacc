import Foundation
import TroupeDiagnostics
import TroupeTesting
import XCTest

@testable import TroupeCollections

/// Random commands on an identified array and on a plain one, and two watchers, which must miss nothing.
///
/// `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one.
final class IdentifiedArrayRandomTests: CollectionsTestCase {
  private static let commandsPerSeed = 1000

  // S410, S411, S412, S415, S416, S417
  func testItDoesWhatAPlainArrayDoes() {
    let environment = ProcessInfo.processInfo.environment
    let seeds: [UInt64]
    if let seed = environment["TROUPE_SEED"].flatMap(UInt64.init) {
      seeds = [seed]
    } else {
      seeds = Array(0..<(environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 10))
    }
    var answers = Answers()
    for seed in seeds {
      var run = RandomRun(seed: seed)
      for number in 0..<Self.commandsPerSeed {
        let (command, difference) = run.step()
        if let difference {
          return XCTFail("TROUPE_SEED=\(seed), command \(number) (\(command)): \(difference)")
        }
      }
      answers.add(run.answers)
    }
    // A watcher that only receives "unknown" misses nothing, either.
    for (name, count) in ["nothing": answers.nothing, "these": answers.these, "unknown": answers.unknown] {
      XCTAssertGreaterThan(count, seeds.count * Self.commandsPerSeed / 200, name)
    }
  }
}

private struct Answers {
  var nothing = 0
  var these = 0
  var unknown = 0

  mutating func add(_ others: Answers) {
    nothing += others.nothing
    these += others.these
    unknown += others.unknown
  }
}

/// A watcher that keeps to the rules of watching.
private struct Watching {
  var view: [Int: Item] = [:]
  var token: ChangeToken?

  mutating func renew(_ array: inout IdentifiedArrayOf<Item>, _ model: [Item]) {
    token = array.watch()
    view = Dictionary(uniqueKeysWithValues: model.map { ($0.id, $0) })
  }

  /// Reads the reported changes. Everything else has to be unchanged.
  mutating func look(
    _ array: inout IdentifiedArrayOf<Item>,
    _ model: [Item],
    _ answers: inout Answers
  ) -> String? {
    guard let token else {
      renew(&array, model)
      return nil
    }
    let changes = array.changes(since: token)
    var reported: Set<Int> = []
    switch changes {
    case .nothing: answers.nothing += 1
    case .these(let ids):
      answers.these += 1
      reported.formUnion(ids)
    case .unknown:
      answers.unknown += 1
      renew(&array, model)
      return nil
    }
    let now = Dictionary(uniqueKeysWithValues: model.map { ($0.id, $0) })
    for (id, item) in view where !reported.contains(id) && now[id] != item {
      return "\(item) became \(now[id].map(String.init(describing:)) ?? "nil"), but the log says \(changes)"
    }
    var known = reported
    if case .these(let ids) = array.changes(since: token, withAdditions: true) { known.formUnion(ids) }
    for id in now.keys where view[id] == nil && !known.contains(id) { return "\(id) was added" }
    if changes != .nothing || now.count != view.count { renew(&array, model) }
    return nil
  }
}

/// A reader that also accesses elements in place, as a store does. Its accesses are no changes for others.
private struct Reader {
  private var view: [Int: Item] = [:]
  private var token: ChangeToken?

  /// Reads the reported changes and additions. Everything else has to be unchanged.
  mutating func read(
    _ array: inout IdentifiedArrayOf<Item>,
    _ model: [Item],
    _ answers: inout Answers,
    accessing other: Int
  ) -> String? {
    var length = 0
    let changes = array.read(since: token, withAdditions: true, length: &length)
    let reported: Set<Int>?
    switch changes {
    case .nothing:
      answers.nothing += 1
      reported = []
    case .these(let ids):
      answers.these += 1
      reported = Set(ids)
    case .unknown:
      answers.unknown += 1
      reported = nil
    }
    for id in (reported ?? []).union([other]) { array[id: id]?.value += 0 }
    token = array.end(length)
    let now = Dictionary(uniqueKeysWithValues: model.map { ($0.id, $0) })
    defer { view = now }
    guard let reported else { return nil }
    for id in Set(view.keys).union(now.keys) where !reported.contains(id) && view[id] != now[id] {
      return "\(id) was added, changed or removed, but the log says \(changes)"
    }
    return nil
  }
}

private struct RandomRun {
  var array: IdentifiedArrayOf<Item> = []
  var model: [Item] = []
  var saved: [(array: IdentifiedArrayOf<Item>, model: [Item])] = []
  var watching = [Watching(), Watching()]
  var readers = [Reader(), Reader()]
  var generator: SeededGenerator
  var answers = Answers()
  /// Whether the command is one that reports an issue.
  var expectsIssue = false
  let idCount: Int

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    idCount = [12, 40, 200][Int(seed % 3)]
  }

  mutating func step() -> (command: String, difference: String?) {
    expectsIssue = false
    let collector = IssueCollector()
    let command = withIssueReporters([collector]) { perform() }
    if expectsIssue == collector.messages.isEmpty { return (command, "issues: \(collector.messages)") }
    return (command, difference())
  }

  private func difference() -> String? {
    if array.elements != model { return "\(array), expected \(model)" }
    if array.count != model.count || array.table.count != model.count { return "another count" }
    for id in 0..<idCount {
      let position = model.firstIndex { $0.id == id }
      if array.index(id: id) != position {
        return "\(id) is at \(position as Int?), not \(array.index(id: id) as Int?)"
      }
      if array[id: id] != position.map({ model[$0] }) { return "another element for \(id)" }
    }
    if Array(array) != model || array != IdentifiedArray(uniqueElements: model) { return "not equal" }
    return nil
  }

  // MARK: Random choices

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func id() -> Int { number(0..<idCount) }

  private mutating func item() -> Item { Item(id(), number(0..<1000)) }

  private mutating func position() -> Int { number(0..<model.count) }

  private mutating func range() -> Range<Int> {
    let (a, b) = (number(0..<model.count + 1), number(0..<model.count + 1))
    return min(a, b)..<max(a, b)
  }

  private mutating func offsets() -> [Int] {
    (0..<number(0..<4)).map { _ in position() }
  }

  // MARK: The model

  private func modelIndex(_ id: Int) -> Int? { model.firstIndex { $0.id == id } }

  /// Puts an element in the place of another one.
  private mutating func assign(_ item: Item, at position: Int) {
    let other = modelIndex(item.id)
    model[position] = item
    if let other, other != position {
      model.remove(at: other)
      expectsIssue = true
    }
  }

  private mutating func append(_ item: Item) {
    if modelIndex(item.id) == nil { model.append(item) }
  }

  private mutating func set(_ item: Item?, for id: Int) {
    switch (modelIndex(id), item) {
    case (let position?, let item?): assign(item, at: position)
    case (let position?, nil): model.remove(at: position)
    case (nil, let item?):
      if item.id != id { expectsIssue = true }
      if let position = modelIndex(item.id) { model[position] = item } else { model.append(item) }
    case (nil, nil): break
    }
  }

  private mutating func replace(_ range: Range<Int>, with items: [Item]) {
    var result = Array(model[..<range.lowerBound])
    let tail = model[range.upperBound...]
    for item in items where !(result + tail).contains(where: { $0.id == item.id }) { result.append(item) }
    model = result + tail
  }

  // MARK: Commands

  private mutating func perform() -> String {
    switch number(0..<100) {
    case 0..<34: changeElements()
    case 34..<52: add()
    case 52..<66: remove()
    case 66..<78: reorder()
    case 78..<84: saveOrRestore()
    default: watch()
    }
  }

  private mutating func add() -> String {
    let item = item()
    let present = modelIndex(item.id)
    switch number(0..<7) {
    case 0, 1:
      let result = array.append(item)
      append(item)
      return result == (present == nil, modelIndex(item.id) ?? -1) ? "append \(item)" : failed("append")
    case 2:
      let position = number(0..<model.count + 1)
      let result = array.insert(item, at: position)
      if present == nil { model.insert(item, at: position) }
      return result == (present == nil, present ?? position) ? "insert \(item)" : failed("insert")
    case 3:
      let old = array.updateOrAppend(item)
      let expected = present.map { model[$0] }
      set(item, for: item.id)
      return old == expected ? "update or append \(item)" : failed("update or append")
    case 4:
      let position = number(0..<model.count + 1)
      let old = array.updateOrInsert(item, at: position)
      let expected = present.map { model[$0] }
      if let present { model[present] = item } else { model.insert(item, at: position) }
      return old == (expected, present ?? position) ? "update or insert" : failed("update or insert")
    case 5:
      let items = (0..<number(0..<8)).map { _ in self.item() }
      if Bool.random(using: &generator) { array.append(contentsOf: items) } else { array += items }
      for item in items { append(item) }
      return "append \(items)"
    default:
      let range = range()
      let items = (0..<number(0..<8)).map { _ in self.item() }
      array.replaceSubrange(range, with: items)
      replace(range, with: items)
      return "replace \(range) with \(items)"
    }
  }

  private mutating func changeElements() -> String {
    let id = id()
    let item = item()
    let value = number(0..<1000)
    switch number(0..<12) {
    case 0, 1:
      array[id: id]?.value = value
      if let position = modelIndex(id) { model[position].value = value }
      return "change \(id)"
    case 2:
      array[id: id]?.id = item.id
      if let position = modelIndex(id) { assign(Item(item.id, model[position].value), at: position) }
      return "change the id \(id) to \(item.id)"
    case 3:
      array[id: id] = item
      set(item, for: id)
      return "set \(item) for \(id)"
    case 4:
      array[id: item.id] = item
      set(item, for: item.id)
      return "set \(item)"
    case 5:
      array[id: id] = nil
      set(nil, for: id)
      return "set \(id) to nil"
    case 6:
      array[id: id, default: Item(id, value)].value += 1
      set(Item(id, (modelIndex(id).map { model[$0].value } ?? value) + 1), for: id)
      return "change \(id) or a default"
    case 7:
      XCTAssertThrowsError(try throwing(&array[id: id]) { $0 = Item(id, value) })
      set(Item(id, value), for: id)
      return "throw in \(id)"
    case 8 where !model.isEmpty:
      let position = position()
      array[position].value = value
      model[position].value = value
      return "change at \(position)"
    case 9 where !model.isEmpty:
      let position = position()
      array[position].id = id
      assign(Item(id, model[position].value), at: position)
      return "change the id at \(position) to \(id)"
    case 10 where !model.isEmpty:
      let position = position()
      if Bool.random(using: &generator) { array.update(item, at: position) } else { array[position] = item }
      assign(item, at: position)
      return "replace at \(position) by \(item)"
    case 11 where !model.isEmpty:
      let positions = (position(), position())
      _ = array.withContiguousMutableStorageIfAvailable { buffer in
        buffer[positions.0].value += 1
        buffer[positions.1].id = id
      }
      model[positions.0].value += 1
      model[positions.1].id = id
      let same = model.indices.filter { model[$0].id == id }
      if same.count > 1 {
        model.remove(at: same[1])
        expectsIssue = true
      }
      return "bulk \(positions), \(id)"
    default:
      return "nothing"
    }
  }

  private mutating func remove() -> String {
    let id = id()
    switch number(0..<12) {
    case 0, 1:
      let removed = array.remove(id: id)
      let expected = modelIndex(id).map { model.remove(at: $0) }
      return removed == expected ? "remove \(id)" : failed("remove")
    case 2:
      array.remove(Item(id))
      set(nil, for: id)
      return "remove the element \(id)"
    case 3 where !model.isEmpty:
      let position = position()
      return array.remove(at: position) == model.remove(at: position) ? "remove at \(position)" : failed("at")
    case 4 where !model.isEmpty:
      return array.removeFirst() == model.removeFirst() ? "remove first" : failed("first")
    case 5 where !model.isEmpty:
      return array.removeLast() == model.removeLast() ? "remove last" : failed("last")
    case 6:
      return array.popLast() == model.popLast() ? "pop last" : failed("pop")
    case 7:
      let start = range().lowerBound
      let range = start..<min(start + number(0..<6), model.count)
      array.removeSubrange(range)
      model.removeSubrange(range)
      return "remove \(range)"
    case 8 where !model.isEmpty:
      let offsets = offsets()
      array.remove(atOffsets: offsets)
      model = model.enumerated().filter { !offsets.contains($0.offset) }.map(\.element)
      return "remove at \(offsets)"
    case 9:
      let divisor = number(3..<9)
      array.removeAll { $0.value % divisor == 0 }
      model.removeAll { $0.value % divisor == 0 }
      return "remove multiples of \(divisor)"
    case 10 where model.count > 3:
      let count = number(0..<3)
      array.removeLast(count)
      model.removeLast(count)
      return "remove last \(count)"
    case 11 where number(0..<10) == 0:
      array.removeAll(keepingCapacity: .random(using: &generator))
      model = []
      return "remove all"
    default:
      return "nothing"
    }
  }

  private mutating func reorder() -> String {
    guard !model.isEmpty else { return "nothing" }
    switch number(0..<9) {
    case 0:
      let offsets = offsets()
      let destination = number(0..<model.count + 1)
      array.move(fromOffsets: offsets, toOffset: destination)
      let moved = model.indices.filter(offsets.contains).map { model[$0] }
      let rest = model.indices.filter { !offsets.contains($0) }
      model =
        rest.filter { $0 < destination }.map { model[$0] } + moved
        + rest.filter { $0 >= destination }.map { model[$0] }
      return "move \(offsets) to \(destination)"
    case 1:
      array.sort()
      model.sort()
      return "sort"
    case 2:
      array.sort { $0.id > $1.id }
      model.sort { $0.id > $1.id }
      return "sort by id"
    case 3:
      array.reverse()
      model.reverse()
      return "reverse"
    case 4:
      var (one, other) = (generator, generator)
      array.shuffle(using: &one)
      model.shuffle(using: &other)
      generator = one
      return "shuffle"
    case 5:
      let pivot = array.partition { $0.value < 500 }
      return pivot == model.partition { $0.value < 500 } ? "partition" : failed("partition")
    case 6:
      let range = range()
      array[range].sort { $0.value < $1.value }
      model[range].sort { $0.value < $1.value }
      return "sort \(range)"
    case 7:
      // As in a generic algorithm.
      func sort<C: MutableCollection & RandomAccessCollection>(_ c: inout C) where C.Element: Comparable {
        c.sort()
      }
      sort(&array)
      model.sort()
      return "sort generically"
    default:
      let positions = (position(), position())
      array.swapAt(positions.0, positions.1)
      model.swapAt(positions.0, positions.1)
      return "swap \(positions)"
    }
  }

  private mutating func saveOrRestore() -> String {
    switch number(0..<12) {
    case 0..<6:
      if saved.count > 4 { saved.remove(at: number(0..<saved.count)) }
      saved.append((array, model))
      return "save"
    case 6..<10 where !saved.isEmpty:
      let index = number(0..<saved.count)
      let copy = saved[index]
      // Sometimes the previous element continues to exist elsewhere.
      if Bool.random(using: &generator) { saved[index] = (array, model) }
      (array, model) = copy
      return "restore"
    case 10:
      model = (0..<number(0..<8)).map { Item($0) }
      array = IdentifiedArray(uniqueElements: model)
      return "another array"
    default:
      return "nothing"
    }
  }

  private mutating func watch() -> String {
    let who = number(0..<2)
    let id = id()
    switch number(0..<10) {
    case 0..<4:
      if let difference = watching[who].look(&array, model, &answers) { return failed(difference) }
      return "\(who) looks"
    case 4..<7:
      if let difference = readers[who].read(&array, model, &answers, accessing: id) {
        return failed(difference)
      }
      return "\(who) reads, and accesses \(id)"
    case 7:
      // A watcher that has read everything may renew at any time.
      watching[who].renew(&array, model)
      return "\(who) renews"
    default:
      // A copy of exactly that moment is restored.
      if let difference = watching[who].look(&array, model, &answers) { return failed(difference) }
      saved.append((array, model))
      array[id: id]?.value += 1
      if let position = modelIndex(id) { model[position].value += 1 }
      if let difference = watching[who].look(&array, model, &answers) { return failed(difference) }
      if let copy = saved.popLast() { (array, model) = copy }
      if let difference = watching[who].look(&array, model, &answers) { return failed(difference) }
      return "\(who) looks at a change of \(id), and it is restored"
    }
  }

  private func throwing(_ item: inout Item?, _ change: (inout Item?) -> Void) throws {
    change(&item)
    throw CancellationError()
  }

  /// Fails the test with a result that nothing equals.
  private mutating func failed(_ what: String) -> String {
    model.append(Item(-1))
    return what
  }
}
