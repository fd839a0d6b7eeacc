import TroupeClassic

extension Store {
  /// The names of the running effects that haven't been cancelled.
  var activeNames: [String] { runningEffects.filter { !$0.isCancelled }.map { $0.name ?? "" }.sorted() }
}
