import TroupeClassic

extension Store {
  /// The names of the effects that run and haven't been cancelled.
  var activeNames: [String] { runningEffects.filter { !$0.isCancelled }.map { $0.name ?? "" }.sorted() }
}
