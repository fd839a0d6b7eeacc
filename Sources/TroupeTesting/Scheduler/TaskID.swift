/// Returns the id of the task to which a job belongs; 0 for a job without a task, such as an actor's job.
///
/// The function is declared by its symbol name because the standard library provides no public access to the
/// id. A task's public description contains the id, but creating the description takes a tenth of a short
/// job's time.
@_silgen_name("swift_task_getJobTaskId")
private func idOfTask(_ job: UnownedJob) -> UInt64

/// The identity of a task, which is unique in the process.
struct TaskID: Hashable {
  let number: UInt64

  /// The identity of a job without a task.
  static let none = TaskID(number: 0)

  init(number: UInt64) { self.number = number }

  /// Creates the identity of the task to which a job belongs.
  init(of job: UnownedJob) { number = idOfTask(job) }
}
