import Troupe
import TroupeRecording
import XCTest

@testable import Shop
@testable import TroupeInspector

/// What a page gets about running stores.
final class LiveTests: InspectorTestCase {
  private func shown() -> InspectorOptions {
    var options = InspectorOptions()
    options.showsPayloads = true
    return options
  }

  private func run(of store: StoreOf<Shop>) async throws -> UInt64 {
    let info = await store.storeInfo
    return try XCTUnwrap(info).run
  }

  // S894
  func testTheStateIsReadInTheNextTurnAndItsChangesAreMarked() async throws {
    let inspector = Inspector(options: shown())
    let store = ShopRun.store(inspector)
    await store.send(.sold(1)).finish()
    let running = try await show(.live(inspector))
    let path = "store/\(try await run(of: store))"
    XCTAssertNil(try running.ask(path)["state"])
    await store.send(.sold(2)).finish()
    let answer = try running.ask(path)
    XCTAssertEqual(answer["stateTurn"], .number("2"))
    let changes = try XCTUnwrap(answer["changes"]?.elements)
    XCTAssertEqual(changes.map { $0["path"] }, [.array([.string("sold")])])
    XCTAssertEqual(changes.first?["old"], .array([.string("n"), .string("1")]))
    XCTAssertEqual(changes.first?["new"], .array([.string("n"), .string("3")]))
  }

  // S894
  func testAnAttachedStoreIsShownAtRest() async throws {
    let inspector = Inspector(options: shown())
    let store = ShopRun.store(inspector)
    await inspector.attach(store, key: "north")
    let running = try await show(.live(inspector))
    let answer = try running.ask("store/\(try await run(of: store))")
    XCTAssertEqual(answer["name"], .string("north"))
    XCTAssertNotNil(answer["state"])
    XCTAssertEqual(answer["mayCancel"], .bool(false))
  }

  // S895
  func testPayloadsAreHiddenByDefault() async throws {
    let inspector = Inspector()
    let store = ShopRun.store(inspector, rows: ["topsecret"])
    await inspector.attach(store)
    let running = try await show(.live(inspector))
    _ = try running.ask("summary")
    await store.send(.rowAdded("confidential")).finish()
    await store.send(.rows(.element(id: "topsecret", action: .editTapped))).finish()
    let run = try await run(of: store)
    for path in [
      "store/\(run)", "timeline?start=0&end=9000000000000", "slice?slice=0", "slice?slice=1", "stores",
    ] {
      let text = try running.get("/\(running.token)/api/\(path)").text
      for word in ["topsecret", "confidential", "hunter2"] {
        XCTAssertFalse(text.contains(word), "\(path) \(text)")
      }
    }
    XCTAssertTrue(
      try running.get("/\(running.token)/api/store/\(run)").text.contains("secret"),
      "Names are shown."
    )
  }

  // S895
  func testARedactionRemovesSecrets() async throws {
    var options = shown()
    options.redaction = Redaction { _, value in value.redact("secret", "_0") }
    let inspector = Inspector(options: options)
    let store = ShopRun.store(inspector)
    await inspector.attach(store)
    let running = try await show(.live(inspector))
    _ = try running.ask("summary")
    await store.send(.rowAdded("confidential")).finish()
    let state = try running.get("/\(running.token)/api/store/\(try await run(of: store))").text
    XCTAssertFalse(state.contains("hunter2"))
    XCTAssertTrue(state.contains("nails"))
    let slice = try running.get("/\(running.token)/api/slice?slice=0").text
    XCTAssertFalse(slice.contains("confidential"), slice)
    XCTAssertTrue(slice.contains("redacted"), slice)
  }

  // S896
  func testAStoreIsFoundAmongTenThousand() async throws {
    let inspector = Inspector()
    let stores = await Row.stores(10_000, in: inspector)
    let running = try await show(.live(inspector))
    let answer = try running.ask("stores?search=ROW-7341")
    XCTAssertEqual(answer["total"], .number("10000"))
    XCTAssertEqual(answer["stores"]?.elements?.map { $0["name"] }, [.string("row-7341")])
    let page = try running.ask("stores?from=100")
    XCTAssertEqual(page["stores"]?.elements?.count, 100)
    XCTAssertEqual(stores.count, 10_000)
  }

  // S896
  func testTheNumberOfKnownStoresIsLimited() async throws {
    var options = InspectorOptions()
    options.storeLimit = 80
    let inspector = Inspector(options: options)
    for number in 0..<500 { await ShopRun.store(inspector, name: "\(number)").send(.sold(1)).finish() }
    XCTAssertLessThanOrEqual(inspector.stores.all.count, 80)
    XCTAssertGreaterThanOrEqual(inspector.stores.forgottenCount, 420)
  }

  // S897
  func testAPageCancelsAndSendsOnlyWhatTheProgramAllows() async throws {
    let inspector = Inspector(options: shown())
    let began = Began()
    let free = ShopRun.store(inspector, began, name: "free")
    let closed = ShopRun.store(inspector, began, name: "closed")
    await inspector.attach(free, allowing: [.cancel, .send], samples: [.sold(1)])
    await inspector.attach(closed)
    let running = try await show(.live(inspector))
    var works = began.works.makeAsyncIterator()
    for store in [free, closed] {
      let task = await store.send(.rows(.element(id: "nails", action: .waited)))
      let run = try await run(of: store)
      let effects = await store.runningEffects
      let effect = try XCTUnwrap(effects.first)
      let isAllowed = store == free
      await works.next()
      XCTAssertEqual(try running.ask("store/\(run)")["effects"]?.elements?.count, 1)
      XCTAssertEqual(
        try running.tell("cancel/\(run)", #"{"effect":"\#(effect.id)"}"#).status,
        isAllowed ? 200 : 422
      )
      if isAllowed {
        await task.finish()
      } else {
        await store.send(.rows(.element(id: "nails", action: .cancelTapped))).finish()
      }
      let sent = try running.tell("send/\(run)", #"{"action":{"sold":{"_0":4}}}"#)
      XCTAssertEqual(sent.status, isAllowed ? 200 : 422, sent.text)
      let sold = await store.withState { $0.sold }
      XCTAssertEqual(sold, isAllowed ? 4 : 0)
      let wrong = try running.tell("send/\(run)", #"{"action":{"nothing":{}}}"#)
      XCTAssertEqual(wrong.status, 422)
    }
  }

  // S897
  func testAPageDismissesOnlyWhatTheProgramAllows() async throws {
    // The ids of rows are payloads: the page names a child by a number.
    let inspector = Inspector()
    for isAllowed in [true, false] {
      let store = ShopRun.store(inspector)
      await inspector.attach(store, allowing: isAllowed ? .dismiss : [.cancel, .send])
      let running = try await show(.live(inspector))
      let run = try await run(of: store)
      await store.send(.rows(.element(id: "nails", action: .editTapped))).finish()
      await store.send(.rows(.element(id: "screws", action: .editTapped))).finish()
      let nails = await store.send(.rows(.element(id: "nails", action: .editor(.presented(.kept)))))
      let screws = await store.send(.rows(.element(id: "screws", action: .editor(.presented(.kept)))))
      let answer = try running.ask("store/\(run)")
      XCTAssertEqual(
        answer["presented"],
        .array([.string("/rows[String(…)]/editor"), .string("/rows[String(…)]/editor")])
      )
      let scopes = try XCTUnwrap(answer["scopes"]?.elements).compactMap(\.elements)
        .filter { $0[0] == .string("/rows[String(…)]/editor") }
      XCTAssertEqual(scopes.map { $0[3] }, [.bool(isAllowed), .bool(isAllowed)])
      // They are in the order of their paths, which are equal; the numbers are in the order of their begin.
      let first = scopes.compactMap { $0[2].integer }.min() ?? 0
      let told = try running.tell("dismiss/\(run)", #"{"scope":\#(first)}"#)
      XCTAssertEqual(told.status, isAllowed ? 200 : 422, told.text)
      let editors = await store.withState { $0.rows.map { $0.editor != nil } }
      XCTAssertEqual(editors, [!isAllowed, true])
      let again = try running.tell("dismiss/\(run)", #"{"scope":\#(first)}"#)
      XCTAssertEqual(again.status, 422, "It has ended, or isn't allowed.")
      nails.cancel()
      screws.cancel()
    }
  }

  // S898
  func testAFullBufferCountsAndHoldsUpNobody() async throws {
    var options = InspectorOptions()
    options.eventLimit = 10
    let inspector = Inspector(options: options)
    let store = ShopRun.store(inspector)
    for _ in 0..<20 { await store.send(.sold(1)).finish() }
    inspector.collect()
    XCTAssertEqual(inspector.timeline.summary["slices"], .number("0"), "Nobody has watched.")
    XCTAssertEqual(inspector.timeline.summary["dropped"], .number("0"))
    // A page that has looked once, and is paused then.
    for _ in 0..<100 { await store.send(.sold(1)).finish() }
    XCTAssertFalse(inspector.buffer.isOpen)
    inspector.collect()
    XCTAssertEqual(inspector.timeline.summary["slices"], .number("10"))
    // An action and a turn for each.
    XCTAssertEqual(inspector.timeline.summary["dropped"], .number("190"))
    XCTAssertTrue(inspector.buffer.isOpen)
    let sold = await store.withState { $0.sold }
    XCTAssertEqual(sold, 120)
  }

  // S898
  func testACausedActionIsLinkedToItsCause() async throws {
    let inspector = Inspector(options: shown())
    let store = ShopRun.store(inspector)
    inspector.collect()
    await store.send(.rows(.element(id: "nails", action: .ordered(2)))).finish()
    inspector.collect()
    let found = try XCTUnwrap(inspector.timeline.find(TimelineFilter("arrived"), after: -1, forward: true))
    let slice = try XCTUnwrap(inspector.timeline.slice(try XCTUnwrap(found["slice"]?.integer)))
    let causes = slice["causes"]?.elements?.compactMap { $0["label"]?.text } ?? []
    XCTAssertEqual(causes.count, 1)
    XCTAssertTrue(causes.first?.contains("ordered") == true, "\(causes)")
    XCTAssertEqual(slice["root"], slice["causes"]?.elements?.first?["id"])
  }
}

/// An instrument that tells when the work of effects begins, and when the instruments before it know that.
private final class Began: Instrument {
  let works: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (works, continuation) = AsyncStream.makeStream() }

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    continuation.yield()
    try await operation()
  }
}
