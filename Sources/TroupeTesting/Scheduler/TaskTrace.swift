/// The tasks of a run, and the steps at which the order wasn't first in, first out.
///
/// A task's name can be read only in the task itself. Until its name is known, a task has only a number. An
/// effect's name is recorded when the effect starts. The name of any other task is recorded when the task
/// sleeps, or when it starts or resumes another task.
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

  /// The places at which unstructured tasks were created.
  private var origins: [TaskID: TaskOrigin] = [:]
  private var numbers: [TaskID: Int] = [:]
  private var tasks: [TaskInfo] = []
  private(set) var overtakings: [Overtaking] = []
  /// The task of the running job.
  var current: Int?

  /// Returns the number of the task to which a job belongs. An actor's job has the number of the task that
  /// enqueued it.
  mutating func number(of id: TaskID) -> Int? {
    guard id != .none else { return current }
    if let number = numbers[id] { return number }
    numbers[id] = tasks.count
    tasks.append(TaskInfo(id: id, name: nil, starter: current))
    return tasks.count - 1
  }

  /// Records the place at which the current code has created a task.
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
    if let origin = origins[tasks[task].id]?.text { return "task \(task) (created at \(origin))" }
    guard let starter = tasks[task].starter else { return "task \(task)" }
    return "task \(task) (started by \(name(of: starter)))"
  }
}
