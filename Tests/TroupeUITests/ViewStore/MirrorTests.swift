import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// A view store over a store that doesn't run on the main actor.
@MainActor
final class MirrorTests: XCTestCase {
  private func shelf() -> StoreOf<Shelf> {
    Store(initialState: Shelf.State(title: "A")) { Shelf() }
  }

  func testItShowsWhatTheStoreHasPublished() async {
    let store = shelf()
    let mirror = await ViewStore(mirroring: store)
    XCTAssertEqual(mirror.title, "A")
    await store.send(.set { $0.title = "B" })
    await becomesTrue { mirror.title == "B" }
  }

  func testWhatIsSentIsReducedInOrderAndNotReadBackAtOnce() async throws {
    let store = shelf()
    let mirror = await ViewStore(mirroring: store)
    for number in 1...1000 {
      mirror.send(.set { $0.title += " \(number)" })
      // Nothing is published while this code occupies the main actor.
      XCTAssertEqual(mirror.title, "A")
    }
    let all = (1...1000).reduce("A") { "\($0) \($1)" }
    await becomesTrue { mirror.title == all }
    let title = await store.title
    XCTAssertEqual(title, all)
  }

  func testAPartOfAMirrorIsOneAsWell() async {
    let store = shelf()
    let mirror = await ViewStore(mirroring: store)
    let corner = mirror.scope(state: \.corner, action: \.corner)
    corner.send(.titled("C"))
    await becomesTrue { corner.title == "C" }
    let title = await store.state.corner.title
    XCTAssertEqual(title, "C")
  }

  func testItIsToldOfWhatItReadAlone() async {
    let store = shelf()
    let mirror = await ViewStore(mirroring: store)
    let title = Tracker { _ = mirror.title }
    mirror.send(.set { $0.number = 5 })
    await becomesTrue { mirror.number == 5 }
    XCTAssertEqual(title.runs, 1)
  }

  func testAPartGoesOnWithoutTheMirrorItself() async {
    let store = shelf()
    var mirror: ViewStore? = await ViewStore(mirroring: store)
    let corner = mirror?.scope(state: \.corner, action: \.corner)
    weak let released = mirror
    mirror = nil
    XCTAssertNil(released)
    await store.send(.corner(.titled("D")))
    await becomesTrue { corner?.title == "D" }
  }

  func testTheStoreIsReleasedWithItsMirror() async {
    let (end, ended) = AsyncStream<Void>.makeStream()
    var store = makeStore(Sentinel { ended.finish() })
    var mirror = await mirroring(store)
    mirror?.send(1)
    await becomesTrue { mirror?.state == 1 }
    store = nil
    mirror = nil
    for await _ in end {}
    XCTAssertNil(mirror)
    XCTAssertNil(store)
  }

  /// Reports when it is released.
  private final class Sentinel: Sendable {
    private let released: @Sendable () -> Void
    init(_ released: @escaping @Sendable () -> Void) { self.released = released }
    deinit { released() }
  }

  /// A store whose reducer keeps a sentinel, and which has an effect that runs until it is cancelled.
  private func makeStore(_ sentinel: Sentinel) -> Store<Int, Int>? {
    Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = withExtendedLifetime(sentinel) { action }
        return .run { _ in for await _ in AsyncStream<Never>(Never.self, { _ in }) {} }
      }
    }
  }

  private func mirroring(_ store: Store<Int, Int>?) async -> ViewStore<Int, Int>? {
    guard let store else { return nil }
    return await ViewStore(mirroring: store)
  }

  func testSendingToAStoreThatWasShutDownIsAnIssue() async {
    let store = shelf()
    let mirror = await ViewStore(mirroring: store)
    await store.shutdown(within: .zero)
    withExpectedIssue {
      _ = mirror.send(.set { $0.number = 1 })
    }
  }
}
