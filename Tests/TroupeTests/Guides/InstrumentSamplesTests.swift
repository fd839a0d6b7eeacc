import Troupe
import TroupeTesting
import XCTest

struct SlowActions: Instrument {
  func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    body(&state)
    let duration = action.instant.duration(to: .now)
    if duration > .milliseconds(10) { print("\(action.label) took \(duration)") }
  }
}

/// The samples of instruments in doc comments.
final class InstrumentSamplesTests: GuideTestCase {
  private struct Checkout: Reducer {
    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state += action
      return .none
    }
  }

  private enum Action { case refreshTapped }

  private enum Tenant {
    @TaskLocal static var current = "nobody"
  }

  func testTheInstrumentOfAReducer() async throws {
    let store = Store(initialState: 0) {
      Checkout()
        .instrument(SlowActions())
    }
    await store.send(2)
    let state = await store.state
    XCTAssertEqual(state, 2)
  }

  func testEnqueuingInAContext() async throws {
    let tenants = Collector<String>()
    let store = Store<Int, Action>(initialState: 0) {
      Reduce { _, _ in
        tenants.append(Tenant.current)
        return .none
      }
    }
    try Tenant.$current.withValue("A") {
      let tenant = Tenant.current
      let context = ActionContext { work in Tenant.$current.withValue(tenant) { work() } }
      try store.enqueue(.refreshTapped, context: context)
    }
    await store.shutdown(within: nil)
    XCTAssertEqual(tenants.all, ["A"])
  }
}
