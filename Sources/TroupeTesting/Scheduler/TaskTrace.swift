/// The tasks of a run, and the steps at which the order wasn't first in, first out.
///
/// Only a task itself can find out its name. So a task has only a number until its name is known: effects
/// give their names, and other tasks are asked when they sleep or start something.
struct TaskTrace {
  /// A step at which a job was run before older ones.
  struct Overtaking {
    let step: Int
    let task: Int?
    /// The tasks of the jobs that were older, oldest first.
    let overtaken: [Int?]
  }

  private struct TaskInfo {
    var name: String?
    let starter: Int?
  }

  private var numbers: [TaskID: Int] = [:]
  private var tasks: [TaskInfo] = []
  private(set) var overtakings: [Overtaking] = []
  /// The task whose job runs.
  var current: Int?

  /// The number of the task that a job belongs to, or of the task that enqueued it, as for the job of an
  /// actor.
  mutating func number(of id: TaskID) -> Int? {
    guard id != .none else { return current }
    if let number = numbers[id] { return number }
    numbers[id] = tasks.count
    tasks.append(TaskInfo(name: nil, starter: current))
    return tasks.count - 1
  }

  mutating func nameCurrent(_ name: String, always: Bool) {
    guard let current, always || tasks[current].name == nil else { return }
    tasks[current].name = name
  }

  mutating func note(step: Int, task: Int?, before overtaken: [Int?]) {
    overtakings.append(Overtaking(step: step, task: task, overtaken: overtaken))
  }

  /// The name of a task.
  func name(of task: Int?) -> String {
    guard let task else { return "something from outside" }
    if let name = tasks[task].name { return name }
    guard let starter = tasks[task].starter else { return "task \(task)" }
    return "task \(task) (started by \(name(of: starter)))"
  }
}
