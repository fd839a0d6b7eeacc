import Troupe
import TroupeTestingHooks

/// The ids of the tasks that belong to each scheduler.
///
/// The runtime doesn't report the end of a task, so a task's id is kept as long as its scheduler. Tasks that
/// are created one after another have consecutive ids, which need no more memory than a single id.
final class CapturedTasks: Sendable {
  private struct Member {
    let id: ObjectIdentifier
    weak var scheduler: Scheduler?
    var tasks = TaskRanges()
  }

  static let shared = CapturedTasks()

  private let members = Locked<[Member]>([])

  /// Records that a task belongs to a scheduler.
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

  /// Returns the scheduler to which a task belongs; nil if the task belongs to no scheduler.
  func scheduler(of task: TaskID) -> Scheduler? {
    members.withLock { members in
      members.lastIndex { $0.tasks.contains(task) }.flatMap { members[$0].scheduler }
    }
  }

  /// Removes a scheduler's tasks. A scheduler calls this method when it is deinitialized.
  func forget(_ id: ObjectIdentifier) {
    members.withLock { members in
      members.removeAll { $0.id == id }
      troupe_set_has_captured_tasks(!members.isEmpty)
    }
  }
}

/// A set of tasks, stored as ranges of their ids in ascending order.
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

  /// Returns the index of the first range that doesn't end before a number. Such a range must exist.
  private func place(of number: UInt64) -> Int {
    var (low, high) = (0, ranges.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
