import Troupe
import TroupeTesting
import XCTest

/// The samples of the operators on effects that take no clock.
final class EffectSamplesTests: TroupeTestCase {
  typealias Action = SampleAction

  private static let api = SampleAPI()

  // Effect.none
  func testNone() async {
    struct Naming: Reducer {
      struct State { var name = "" }
      enum Action { case nameChanged(String) }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .nameChanged(let name):
          state.name = name
          return .none
        }
      }
    }
    let store = Store(initialState: Naming.State()) { Naming() }
    let task = await store.send(.nameChanged("Blob"))
    let name = await store.name
    XCTAssertEqual(name, "Blob")
    XCTAssertTrue(task.isCancelled)
  }

  // Effect.send
  private static func sending() -> Effect<Action> {
    return .send(.refreshStarted)
  }

  func testSend() async throws {
    try await check([.refreshStarted]) { _ in [Self.sending()] }
  }

  // Effect.run
  private static func running(
    _ query: String,
    _ search: @escaping @Sendable (String) async throws -> [String]
  ) -> Effect<Action> {
    return .run { send in
      let results = try await search(query)
      await send(.found(results))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
  }

  func testRun() async throws {
    struct Offline: Error {}
    try await check([.found(["actors"])]) { _ in [Self.running("actors", { [$0] })] }
    try await check([.failed("Offline()")]) { _ in [Self.running("actors", { _ in throw Offline() })] }
  }

  // Effect.stream
  struct NotificationsID: Hashable {}

  private static func streaming(_ notifications: AsyncStream<Int>) -> Effect<Action> {
    return .stream(notifications, transform: { .notified($0) })
      .cancellable(id: NotificationsID())
  }

  func testStream() async throws {
    try await check([.notified(1), .notified(2)]) { _ in
      [
        Self.streaming(AsyncStream([1, 2])), Self.streaming(AsyncStream { _ in }),
        .cancel(id: NotificationsID()),
      ]
    }
  }

  // Effect.onShutdown
  private static func streamingUntilShutdown(_ notifications: AsyncStream<Int>) -> Effect<Action> {
    return .stream(notifications, transform: { .notified($0) })
      .onShutdown(.cancel)
  }

  func testOnShutdown() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Action.self)) {
        Reduce { _, _ in Self.streamingUntilShutdown(AsyncStream { _ in }) }
      }
      await store.send(.refreshStarted)
      await scheduler.settle()
      let report = await store.shutdown(within: nil)
      XCTAssertTrue(report.isComplete)
      XCTAssertEqual(report.cancelledAtOnce.count, 1)
    }
  }

  // Effect.merge
  private static func merging() -> Effect<Action> {
    return .merge(
      .run { send in await send(.profileLoaded(try await api.profile())) },
      .run { send in await send(.feedLoaded(try await api.feed())) }
    )
  }

  private static func merging(_ ids: [Int]) -> Effect<Action> {
    return .merge(
      ids.map { id in
        .run { send in await send(.rowLoaded(try await api.row(id))) }
      }
    )
  }

  private static func merging(with refresh: Effect<Action>) -> Effect<Action> {
    return refresh.merge(with: .send(.refreshStarted))
  }

  func testMerge() async throws {
    try await check([.profileLoaded("Blob"), .feedLoaded("news")], inAnyOrder: true) { _ in [Self.merging()] }
    try await check([.rowLoaded(1), .rowLoaded(2)], inAnyOrder: true) { _ in [Self.merging([1, 2])] }
    // What is sent comes in the turn, before any work has begun.
    let refresh = Effect<Action>.run { send in await send(.refreshed) }
    try await check([.refreshStarted, .refreshed]) { _ in [Self.merging(with: refresh)] }
  }

  // Effect.concatenate
  struct SyncID: Hashable {}

  private static func concatenating(_ draft: String) -> Effect<Action> {
    return .concatenate(
      .cancel(id: SyncID()),
      .run { send in await send(.saved(try await api.save(draft))) },
      .send(.closed)
    )
  }

  private static func concatenating(_ drafts: [String]) -> Effect<Action> {
    return .concatenate(
      drafts.map { draft in
        .run { send in await send(.saved(try await api.save(draft))) }
      }
    )
  }

  private static func concatenating(with refresh: Effect<Action>) -> Effect<Action> {
    return refresh.concatenate(with: .send(.refreshEnded))
  }

  func testConcatenate() async throws {
    try await check([.saved("a"), .closed]) { _ in
      [.run { _ in try await waitForCancellation() }.cancellable(id: SyncID()), Self.concatenating("a")]
    }
    try await check([.saved("a"), .saved("b")]) { _ in [Self.concatenating(["a", "b"])] }
    let refresh = Effect<Action>.run { send in await send(.refreshed) }
    try await check([.refreshed, .refreshEnded]) { _ in [Self.concatenating(with: refresh)] }
  }

  // Effect.map
  private static func mapping(_ download: Effect<Double>) -> Effect<Action> {
    return download.map { progress in .downloading(progress) }
  }

  func testMap() async throws {
    try await check([.downloading(0.5)]) { _ in [Self.mapping(.send(0.5))] }
  }

  // Effect.cancel, Effect.cancelAll
  struct SearchID: Hashable {}
  struct DownloadID: Hashable {}

  private static func cancelling() -> Effect<Action> {
    return .cancel(id: SearchID())
  }

  private static func cancellingSeveral() -> Effect<Action> {
    return .cancel(ids: [CancelID(SearchID()), CancelID(DownloadID())])
  }

  private static func cancellingAll() -> Effect<Action> {
    return .concatenate(.cancelAll, .send(.signedOut))
  }

  func testCancel() async throws {
    let endless = Effect<Action>.run { _ in try await waitForCancellation() }
    let search = endless.cancellable(id: SearchID())
    let download = endless.cancellable(id: DownloadID())
    try await check([]) { _ in [search, Self.cancelling()] }
    try await check([]) { _ in [search, download, Self.cancellingSeveral()] }
    try await check([.signedOut]) { _ in [search, endless, Self.cancellingAll()] }
  }

  // withTaskCancellation, Task.cancel
  private static func downloading() -> Effect<Action> {
    .run { send in
      let page = try await withTaskCancellation(id: DownloadID()) { try await api.download() }
      await send(.downloaded(page))
    }
  }

  private static func signingOut() -> Effect<Action> {
    .run { send in
      try await api.signOut()
      await Task.cancel(id: DownloadID())
      await send(.signedOut)
    }
  }

  func testTaskCancellation() async throws {
    try await check([.downloaded("page")]) { _ in [Self.downloading()] }
    let endless = Effect<Action>.run { _ in try await waitForCancellation() }
    try await check([.signedOut]) { _ in [endless.cancellable(id: DownloadID()), Self.signingOut()] }
  }
}

extension AsyncStream where Element: Sendable {
  fileprivate init(_ elements: [Element]) {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}
