import Troupe
import TroupeTestingHooks

/// The tasks that belong to schedulers, by their ids.
///
/// The runtime doesn't say when a task ends, so they are kept as long as their scheduler. Tasks that are made
/// one after another have ids one after another, which take no more room than one.
final class CapturedTasks: Sendable {
  private struct Member {
    let id: ObjectIdentifier
    weak var scheduler: Scheduler?
    var tasks = TaskRanges()
  }

  static let shared = CapturedTasks()

  private let members = Locked<[Member]>([])

  /// Notes that a task belongs to a scheduler.
  func add(_ task: TaskID, to scheduler: Scheduler) {
    members.withLock { members in
      let id = ObjectIdentifier(scheduler)
      if let index = members.lastIndex(where: { $0.id == id }) {
        members[index].tasks.insert(task)
      } else {
        var member = Member(id: id, scheduler: scheduler)
        member.tasks.insert(task)
        members.append(member)
        troupe_set_has_captured_tasks(true)
      }
    }
  }

  /// The scheduler that a task belongs to; nil for none.
  func scheduler(of task: TaskID) -> Scheduler? {
    members.withLock { members in
      members.lastIndex { $0.tasks.contains(task) }.flatMap { members[$0].scheduler }
    }
  }

  /// Forgets the tasks of a scheduler that goes away.
  func forget(_ id: ObjectIdentifier) {
    members.withLock { members in
      members.removeAll { $0.id == id }
      troupe_set_has_captured_tasks(!members.isEmpty)
    }
  }
}

/// A set of tasks, as ranges of their ids in rising order.
struct TaskRanges {
  private var ranges: [ClosedRange<UInt64>] = []

  mutating func insert(_ task: TaskID) {
    let number = task.number
    guard let last = ranges.last, number <= last.upperBound else {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
      return
    }
    let place = place(of: number)
    if !ranges[place].contains(number) { ranges.insert(number...number, at: place) }
  }

  func contains(_ task: TaskID) -> Bool {
    guard let last = ranges.last, task.number <= last.upperBound else { return false }
    return ranges[place(of: task.number)].contains(task.number)
  }

  /// The first range that doesn't end before a number; there has to be one.
  private func place(of number: UInt64) -> Int {
    var (low, high) = (0, ranges.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
