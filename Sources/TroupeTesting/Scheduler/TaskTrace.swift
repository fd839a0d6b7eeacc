/// The tasks of a run, and the steps at which the order wasn't first in, first out.
///
/// Only a task itself can determine its name. So a task has only a number until its name is known: effects
/// provide their names, and other tasks provide theirs when they sleep or start a task.
struct TaskTrace {
  /// A step at which a job ran before older jobs.
  struct Overtaking {
    let step: Int
    let task: Int?
    /// The tasks of the older jobs, oldest first.
    let overtaken: [Int?]
  }

  private struct TaskInfo {
    let id: TaskID
    var name: String?
    let starter: Int?
  }

  /// Where unstructured tasks were made.
  private var origins: [TaskID: TaskOrigin] = [:]
  private var numbers: [TaskID: Int] = [:]
  private var tasks: [TaskInfo] = []
  private(set) var overtakings: [Overtaking] = []
  /// The task of the running job.
  var current: Int?

  /// Returns the number of the task to which a job belongs, or which enqueued it if the job is an actor's.
  mutating func number(of id: TaskID) -> Int? {
    guard id != .none else { return current }
    if let number = numbers[id] { return number }
    numbers[id] = tasks.count
    tasks.append(TaskInfo(id: id, name: nil, starter: current))
    return tasks.count - 1
  }

  /// Records that the code that runs has made a task.
  mutating func recordCreation(of task: TaskID) { origins[task] = TaskOrigin.current() }

  mutating func nameCurrent(_ name: String, always: Bool) {
    guard let current, always || tasks[current].name == nil else { return }
    tasks[current].name = name
  }

  mutating func record(step: Int, task: Int?, before overtaken: [Int?]) {
    overtakings.append(Overtaking(step: step, task: task, overtaken: overtaken))
  }

  /// Returns the name of a task.
  func name(of task: Int?) -> String {
    guard let task else { return "work from outside" }
    if let name = tasks[task].name { return name }
    if let origin = origins[tasks[task].id]?.text { return "task \(task) (made at \(origin))" }
    guard let starter = tasks[task].starter else { return "task \(task)" }
    return "task \(task) (started by \(name(of: starter)))"
  }
}
