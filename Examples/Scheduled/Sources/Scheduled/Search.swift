import AsyncAlgorithms

/// A search on the main actor that shows the results of what is typed.
@MainActor public final class Search {
  /// The results.
  public private(set) var results = ""
  private let find: @Sendable (String) async -> String

  /// Creates a search.
  ///
  /// - Parameter find: Finds the results of a query.
  public init(find: @escaping @Sendable (String) async -> String) { self.find = find }

  /// Shows the results of each query that is typed within 300 milliseconds of no other.
  ///
  /// It has a race: results may arrive in another order than the queries.
  public func showResults(of queries: some AsyncSequence<String, Never> & Sendable) async {
    await withDiscardingTaskGroup { group in
      for await query in queries.debounce(for: .milliseconds(300)) {
        group.addTask { await self.show(self.find(query)) }
      }
    }
  }

  /// The same without the race: a query cancels the search for the one before.
  public func showLatestResults(of queries: some AsyncSequence<String, Never> & Sendable) async {
    let find = find
    let found = queries.debounce(for: .milliseconds(300)).flatMapLatest { query in
      AsyncStream { continuation in
        let task = Task {
          continuation.yield(await find(query))
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
    for await results in found { show(results) }
  }

  private func show(_ results: String) { self.results = results }
}
