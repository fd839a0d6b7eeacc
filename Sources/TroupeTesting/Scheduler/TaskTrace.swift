import TroupeInstruments

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

  /// The beginning or the end of a job.
  private enum JobEdge {
    case begin(task: Int?, step: Int, time: Int64)
    case end(time: Int64)
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
  /// The recorded jobs.
  private var jobEdges: [JobEdge] = []
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

  mutating func beginJob(_ task: Int?, in step: Int, at time: Int64) {
    jobEdges.append(.begin(task: task, step: step, time: time))
  }

  mutating func endJob(at time: Int64) { jobEdges.append(.end(time: time)) }

  /// The recorded jobs as slices, with the names of their tasks.
  var edges: [TraceEdge] {
    let overtaken = Dictionary(overtakings.map { ($0.step, $0.overtaken) }) { first, _ in first }
    var names = TaskNames(self)
    return jobEdges.map { edge in
      switch edge {
      case .begin(let task, let step, let time):
        let before =
          overtaken[step].map { [(name: "before" as StaticString, value: names.list(of: $0))] } ?? []
        return .begin(names.name(of: task), arguments: [("step", "\(step)")] + before, at: time)
      case .end(let time): return .end(at: time)
      }
    }
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

/// The names of a run's tasks. Each name is kept, because it is slow to look up where a task was created.
struct TaskNames {
  private let trace: TaskTrace
  private var known: [Int?: String] = [:]

  init(_ trace: TaskTrace) { self.trace = trace }

  mutating func name(of task: Int?) -> String {
    if let name = known[task] { return name }
    let name = trace.name(of: task)
    known[task] = name
    return name
  }

  /// The different names of tasks, in their order.
  mutating func list(of tasks: [Int?]) -> String {
    var names: [String] = []
    for task in tasks {
      let name = name(of: task)
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }
}
