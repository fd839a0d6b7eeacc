/// Reads the id of the task that a job belongs to; 0 for a job that is no task's, such as an actor's.
///
/// It is declared by its name because the library offers no public access to the number, but only to a text
/// with it, which takes a tenth of the time of a short job to make.
@_silgen_name("swift_task_getJobTaskId")
private func idOfTask(_ job: UnownedJob) -> UInt64

/// The identity of a task, which no other task of the process has.
struct TaskID: Hashable {
  private let number: UInt64

  /// That of a job that is no task's.
  static let none = TaskID(number: 0)

  private init(number: UInt64) { self.number = number }

  /// That of the task that a job belongs to.
  init(of job: UnownedJob) { number = idOfTask(job) }
}
