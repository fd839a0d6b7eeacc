import Troupe
import TroupeTesting
import XCTest

@testable import WarehouseFeature

final class FeedsTests: XCTestCase {
  /// Creates a store with a feed. The stream ends when the store is released.
  private func makeStore(_ feeds: Feeds) async -> (store: StoreOf<Warehouse>, released: AsyncStream<Never>) {
    let (released, release) = AsyncStream<Never>.makeStream()
    var base = StoreConfiguration<Warehouse.Action>()
    base.lifecycleLog = { if $0.kind == .released { release.finish() } }
    let place = Feeds.Place()
    let configuration = feeds.configuration(base, removing: "north", at: place)
    let store = Store(initialState: Warehouse.State(), configuration: configuration) { Warehouse() }
    feeds.add(await store.feed { _, _ in nil }, for: "north", at: place)
    return (store, released)
  }

  func testAFeedGoesWithItsStore() async {
    let feeds = Feeds()
    let released = await makeStore(feeds).released
    for await _ in released {}
    XCTAssertNil(feeds["north"])
  }

  func testAStoreThatIsReplacedLeavesTheFeedOfTheNextOne() async {
    let feeds = Feeds()
    let released = await makeStore(feeds).released
    let (store, _) = await makeStore(feeds)
    for await _ in released {}
    XCTAssertNotNil(feeds["north"])
    withExtendedLifetime(store) {}
  }
}
