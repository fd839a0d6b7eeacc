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
      for index in members.indices.reversed() where members[index].id == id {
        return members[index].tasks.insert(task)
      }
      var member = Member(id: id, scheduler: scheduler)
      member.tasks.insert(task)
      members.append(member)
      troupe_set_has_captured_tasks(true)
    }
  }

  /// Returns the scheduler to which a task belongs; nil if the task belongs to no scheduler.
  func scheduler(of task: TaskID) -> Scheduler? {
    members.withLock { members in
      // The members aren't copied, because a copy would also copy the weak reference.
      for index in members.indices.reversed() where members[index].tasks.contains(task) {
        return members[index].scheduler
      }
      return nil
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

/// A set of tasks, stored as ranges of their ids.
struct TaskRanges {
  /// The range with the greatest ids. Most sets have only this range, which isn't in an array.
  private var last: ClosedRange<UInt64>?
  /// The other ranges in ascending order.
  private var earlier: [ClosedRange<UInt64>] = []

  mutating func insert(_ task: TaskID) {
    let number = task.number
    guard let last else { return last = number...number }
    if last.contains(number) { return }
    if number > last.upperBound {
      if last.upperBound + 1 == number { return self.last = last.lowerBound...number }
      earlier.append(last)
      return self.last = number...number
    }
    let place = place(of: number)
    if place == earlier.count || !earlier[place].contains(number) {
      earlier.insert(number...number, at: place)
    }
  }

  func contains(_ task: TaskID) -> Bool {
    guard let last, task.number <= last.upperBound else { return false }
    if task.number >= last.lowerBound { return true }
    let place = place(of: task.number)
    return place < earlier.count && earlier[place].contains(task.number)
  }

  /// Returns the index of the first earlier range that doesn't end before a number; the number of earlier
  /// ranges if there is none.
  private func place(of number: UInt64) -> Int {
    var (low, high) = (0, earlier.count)
    while low < high {
      let middle = (low + high) / 2
      if earlier[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
