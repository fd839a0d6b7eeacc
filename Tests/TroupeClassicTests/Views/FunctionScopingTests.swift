import Observation
import TroupeClassic
import TroupeTesting
import XCTest

/// Stores of parts that functions read.
final class FunctionScopingTests: TroupeTestCase {
  typealias KidStore = Store<Family.Kid, FamilyAction.KidAction>

  private static func makeStore(_ scheduler: Scheduler) -> Store<Family, FamilyAction> {
    Store(
      initialState: Family(),
      reducer: familyReducer,
      environment: (),
      configuration: scheduler.configuration()
    )
  }

  func testAPartIsReadAndSentTo() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let pet = await store.scope(state: { $0.pet }, action: FamilyAction.pet)
      await pet.send(.named("Rex"))
      try pet.enqueue(.counted)
      try await pet.trySend(.counted)
      let seen = await pet.state
      XCTAssertEqual(seen, Family.Kid(id: 9, count: 2, name: "Rex"))
      let family = await store.state
      XCTAssertEqual(family.pet, seen)
      let isAlive = await pet.isAlive
      XCTAssertTrue(isAlive)
      let another = await store.scope(state: { $0.pet }, action: FamilyAction.pet)
      XCTAssertNotEqual(pet, another)
    }
  }

  func testWhatIsBelowAPartGoesWithItsState() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let part = await store.scope(state: { $0.kid }, action: FamilyAction.kid)
      // Twice, because nothing is left of the first in between.
      for _ in 0..<2 {
        let kid: KidStore? = await part.scope(state: \.self, action: \.self)
        await kid?.send(.counted)
        let count = await kid?.count
        XCTAssertEqual(count, 1)
        await store.send(.set { $0.year += 1 })
        var isAlive = await kid?.isAlive
        XCTAssertEqual(isAlive, true)
        // It returns in a separate turn, as another one.
        await store.send(.set { $0.kid = nil })
        await store.send(.set { $0.kid = Family.Kid(id: 1) })
        isAlive = await kid?.isAlive
        XCTAssertEqual(isAlive, false)
        await withExpectedIssue { _ = await kid?.send(.counted) }
        let state = await part.state
        XCTAssertEqual(state, Family.Kid(id: 1))
      }
    }
  }

  func testPartsOfPartsGoWithTheState() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      let child: KidStore? = await store.scope(state: \.kid, action: \.kid)
      let name = await child?.scope(state: { $0.name }, action: FamilyAction.KidAction.named)
      await name?.send("Blob")
      let now = await name?.state
      XCTAssertEqual(now, "Blob")
      await store.send(.set { $0.kid = nil })
      let isAlive = await name?.isAlive
      XCTAssertEqual(isAlive, false)
      let last = await name?.state
      XCTAssertEqual(last, "Blob")
    }
  }

  func testManyTasksScopeByFunctions() async throws {
    try await underSeeds { scheduler, _ in
      let store = Self.makeStore(scheduler)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask(executorPreference: scheduler) {
            let part = await store.scope(state: { $0.kid }, action: FamilyAction.kid)
            let kid: KidStore? = await part.scope(state: \.self, action: \.self)
            await kid?.send(.counted)
            await part.send(.counted)
          }
        }
      }
      let count = await store.kid?.count
      XCTAssertEqual(count, 8)
    }
  }
}

/// View stores of parts that functions read.
@MainActor
final class FunctionScopedViewTests: XCTestCase {
  typealias KidView = ViewStore<Family.Kid, FamilyAction.KidAction>

  func testAPartIsReadAndSentTo() async {
    let family = makeFamily()
    let pet = family.scope(state: { $0.pet }, action: FamilyAction.pet)
    pet.send(.named("Rex"))
    XCTAssertEqual(pet.name, "Rex")
    XCTAssertEqual(family.pet.name, "Rex")
    XCTAssertNotEqual(family.scope(state: { $0.pet }, action: FamilyAction.pet), pet)
    // Key paths are preferred, because they can be compared.
    let known = family.scope(state: \.pet, action: \.pet)
    XCTAssertEqual(family.scope(state: \.pet, action: \.pet), known)
  }

  /// A reader gets a view store that nothing else keeps alive.
  func testWhatWasReadFromAPartIsTracked() async {
    let family = makeFamily()
    let tracker = Tracker { _ = family.scope(state: { $0.pet }, action: FamilyAction.pet).name }
    for runs in 2...4 {
      family.send(.set { $0.year += 1 })
      family.send(.pet(.counted))
      XCTAssertEqual(tracker.runs, runs - 1)
      family.send(.pet(.named("\(runs)")))
      XCTAssertEqual(tracker.runs, runs)
    }
  }

  func testWhatWasReadBelowAPartIsTracked() async {
    let family = makeFamily()
    var seen: [String?] = []
    let tracker = Tracker {
      let part = family.scope(state: { $0.kid }, action: FamilyAction.kid)
      let kid: KidView? = part.scope(state: \.self, action: \.self)
      seen.append(kid?.name)
    }
    family.send(.kid(.named("A")))
    family.send(.kid(.counted))
    family.send(.set { $0.kid = nil })
    family.send(.set { $0.kid = Family.Kid(id: 2, name: "B") })
    family.send(.kid(.named("C")))
    XCTAssertEqual(seen, ["", "A", nil, "B", "C"])
    XCTAssertEqual(tracker.runs, 5)
  }

  /// Then the registration keeps it alive.
  func testAPartIsTrackedAfterItsOriginIsReleased() async {
    let pet = makeFamily().scope(state: { $0.pet }, action: FamilyAction.pet)
    let tracker = Tracker { _ = pet.name }
    pet.send(.named("Rex"))
    XCTAssertEqual(tracker.runs, 2)
  }

  func testNothingIsKeptOfWhatNobodyTracks() async {
    final class Probe: Sendable {}
    weak var probe: Probe?
    weak var part: KidView?
    weak var gone: ViewStore<Family, FamilyAction>?
    do {
      let family = makeFamily()
      gone = family
      do {
        let kept = Probe()
        probe = kept
        let pet = family.scope(
          state: { state in
            withExtendedLifetime(kept) {}
            return state.pet
          },
          action: FamilyAction.pet
        )
        part = pet
        withObservationTracking {
          _ = pet.name
        } onChange: {
        }
      }
      XCTAssertNil(part)
      XCTAssertNotNil(probe, "The name is tracked.")
      family.send(.pet(.named("Rex")))
      XCTAssertNil(probe, "The change was told.")
      // Without a registration, it is released with the store that it was read from.
      withObservationTracking {
        _ = family.scope(state: { $0.pet }, action: FamilyAction.pet).name
      } onChange: {
      }
    }
    XCTAssertNil(gone)
  }
}
