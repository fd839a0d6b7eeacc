import Foundation
import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

// The recipe `RecipeTestDoubles.md`.

@DependencyClient
struct PressOffice: DependencyKey {
  var draft: @Sendable (_ title: String) async throws -> String
  var publish: @Sendable (_ text: String) async throws -> Void

  static let liveValue = PressOffice(draft: { title in "About \(title)" }, publish: { _ in })
  static let testValue = PressOffice()
}

@Reducer
struct PressRelease {
  struct State: Equatable {
    var title: String
    var isPublished = false
  }

  enum Action: Equatable {
    case scheduled(Date)
    case published
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date
  @Dependency(PressOffice.self) var office

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .scheduled(let moment):
        return .run(name: "publish") { [title = state.title] send in
          let text = try await office.draft(title)
          try await clock.sleep(for: .seconds(moment.timeIntervalSince(date.now)))
          try await office.publish(text)
          await send(.published)
        }
        .cancellable(id: "publish", cancelInFlight: true)

      case .published:
        state.isPublished = true
        return .none
      }
    }
  }
}

/// A spy: it records the calls.
actor Spy<Call: Sendable> {
  private(set) var calls: [Call] = []
  func record(_ call: Call) { calls.append(call) }
}

/// A fake: it works, in memory.
actor FakeOffice {
  private var drafts: [String: String]
  private(set) var published: [String] = []

  struct NoDraft: Error {}

  init(drafts: [String: String]) { self.drafts = drafts }

  func draft(of title: String) throws -> String {
    guard let text = drafts[title] else { throw NoDraft() }
    return text
  }

  func publish(_ text: String) { published.append(text) }

  nonisolated var client: PressOffice {
    PressOffice(
      draft: { try await self.draft(of: $0) },
      publish: { await self.publish($0) }
    )
  }
}

final class PressReleaseTests: XCTestCase {
  // Dates are on the test's clock: it begins at the reference date.
  private let noon = Date(timeIntervalSinceReferenceDate: 12 * 3_600)

  func testASpyRecordsWhenAndWhatIsPublished() async {
    let spy = Spy<String>()
    let store = TestStore(initialState: PressRelease.State(title: "tea")) {
      PressRelease()
    } withDependencies: {
      // A stub for one endpoint, a spy for the other.
      $0[PressOffice.self].draft = { _ in "Tea is here." }
      $0[PressOffice.self].publish = { text in await spy.record(text) }
    }

    await store.send(.scheduled(noon))
    await store.clock.advance(by: .seconds(12 * 3_600 - 1))
    let early = await spy.calls
    XCTAssertEqual(early, [])
    await store.clock.advance(by: .seconds(1))
    await store.receive(.published) { $0.isPublished = true }
    let calls = await spy.calls
    XCTAssertEqual(calls, ["Tea is here."])
    await store.finish()
  }

  func testAFakeIsUsedLikeTheRealOffice() async {
    let office = FakeOffice(drafts: ["tea": "Tea is here."])
    let store = TestStore(initialState: PressRelease.State(title: "tea")) {
      PressRelease()
    } withDependencies: {
      $0[PressOffice.self] = office.client
    }

    await store.send(.scheduled(noon))
    await store.clock.run()
    await store.receive(.published) { $0.isPublished = true }
    let published = await office.published
    XCTAssertEqual(published, ["Tea is here."])
    await store.finish()
  }

  func testAnEndpointThatIsNotSetFailsTheTest() async {
    let store = TestStore(initialState: PressRelease.State(title: "tea")) { PressRelease() }
    await withExpectedIssue(matching: { $0.message.contains("PressOffice.draft") }) {
      await store.send(.scheduled(noon)).finish()
    }
  }
}
