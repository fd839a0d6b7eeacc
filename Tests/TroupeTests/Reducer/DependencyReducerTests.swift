import Foundation
import Troupe
import TroupeFoundation
import XCTest

/// Overrides depend on the position in the tree of features.
final class DependencyReducerTests: TroupeTestCase {
  /// What a reducer has recorded after some actions, each sent when the effects of the previous one have
  /// ended.
  private func seen(
    _ actions: Reading.Action...,
    by reducer: some Reducer<Reading.State, Reading.Action>
  ) async -> [String] {
    let store = Store(initialState: Reading.State()) { reducer }
    for action in actions { await store.send(action).finish() }
    return await store.seen
  }

  func testADependencyIsSetForAReducerAndItsEffects() async {
    let seen = await seen(.read, .perform { Reading.note("effect") }, by: Reading().dependency(\.number, 42))
    XCTAssertEqual(seen, ["reducer 42", "effect 42"])
  }

  // S070
  func testTheInnermostWins() async {
    let group = CombineReducers {
      Reading(name: "inner").dependency(\.number, 1)
      Reading(name: "outer")
    }
    .dependency(\.number, 2)
    let seen = await seen(.read, by: group)
    XCTAssertEqual(seen, ["inner 1", "outer 2"])
  }

  // S070
  func testEffectsHaveWhatTheirReducerHas() async {
    let group = CombineReducers {
      Reading(name: "inner").dependency(\.number, 1)
      Reading(name: "middle")
      Reading(name: "other").dependency(\.number, 3)
    }
    .dependency(\.number, 2)
    let seen = await seen(.perform { Reading.note("effect") }, by: group)
    XCTAssertEqual(Set(seen), ["effect 1", "effect 2", "effect 3"])
  }

  func testASiblingDoesNotSeeTheOverride() async {
    let group = CombineReducers {
      Reading(name: "first").dependency(\.number, 1)
      Reading(name: "second")
    }
    let seen = await seen(.read, by: group)
    XCTAssertEqual(seen, ["first 1", "second 0"])
  }

  // S071
  func testSeveralInARowAreOne() async {
    let chain = Reading()
      .dependency(\.number, 1)
      .dependency(Title(text: "chained"))
      .transformDependency(\.number) { $0 = 3 }
      .transformDependency(Title.self) { $0.text = "outer" }
      .dependency(\.number, 4)
    XCTAssertTrue(type(of: chain) == _DependencyReducer<Reading>.self)
    let seen = await seen(
      .read,
      .perform { .send(.noted(Dependency(Title.self).wrappedValue.text)) },
      by: chain
    )
    XCTAssertEqual(seen, ["reducer 1", "chained"])
  }

  func testATransformationChangesWhatIsSetFurtherOut() async {
    let reducer = CombineReducers { Reading().transformDependency(\.number) { $0 += 1 } }
      .dependency(\.number, 41)
    let seen = await seen(.read, by: reducer)
    XCTAssertEqual(seen, ["reducer 42"])
  }

  // S400
  func testAMemberIsSetWithoutUsingWhatItReplaces() async {
    let date = Date(timeIntervalSince1970: 1)
    let reader = Reduce<Date?, Bool> { state, _ in
      @Dependency(\.date.now) var now
      state = now
      return .none
    }
    let reducers: [Reduce<Date?, Bool>] = [
      .erasing(reader.dependency(\.date.now, date)),
      .erasing(reader.transformDependency(\.date.now) { $0 = date }),
      .erasing(reader.dependency(\.uuid, .incrementing).dependency(\.date.now, date)),
      .erasing(reader.dependency(\.uuid, .incrementing).transformDependency(\.date.now) { $0 = date }),
    ]
    for reducer in reducers {
      let store = Store(initialState: Date?.none) { reducer }
      await store.send(true)
      let found = await store.withState { $0 }
      XCTAssertEqual(found, date)
    }
  }

  func testATransformationIsCalledOnceForAStore() async {
    let calls = Collector<Int>()
    let reducer = Reading().transformDependency(\.number) {
      calls.append($0)
      $0 += 1
    }
    let seen = await seen(.read, .perform { Reading.note("effect") }, .read, by: reducer)
    XCTAssertEqual(seen, ["reducer 1", "effect 1", "reducer 1"])
    XCTAssertEqual(calls.all, [0])
  }

  func testADependencyIsSetByItsType() async {
    let title = Reading.Action.perform { .send(.noted(Dependency(Title.self).wrappedValue.text)) }
    let set = await seen(title, by: Reading().dependency(Title(text: "set")))
    let changed = await seen(title, by: Reading().transformDependency(Title.self) { $0.text += "!" })
    XCTAssertEqual([set, changed], [["set"], ["untitled!"]])
  }

  func testAReducerThatIsCalledWithoutAStoreHasItsDependencies() {
    var state = Reading.State()
    _ = Reading().dependency(\.number, 42).reduce(into: &state, action: .read)
    XCTAssertEqual(state.seen, ["reducer 42"])
  }

  // S066
  func testEffectsOfAllKindsHaveThem() async {
    struct Failure: Error {}
    let seen = await seen(
      .perform {
        .concatenate(
          .merge(Reading.note("merged"), Reading.note("other")),
          Reading.note("concatenated"),
          .run { _ in
            throw Failure()
          } catch: { _, send in
            await send(.noted("handler \(Reading.here)"))
          },
          .stream(AsyncStream { $0.finish() }, transform: { (_: Int) in .read }),
          Reading.note("named").cancellable(id: 1),
          Reading.note("mapped").map { action in
            if case .noted(let note) = action { .noted("\(note), mapping \(Reading.here)") } else { action }
          },
          .run { send in
            let number = try await withTaskCancellation(id: 2) { Reading.here }
            await send(.noted("piece \(number)"))
            await withTaskGroup(of: Void.self) { group in
              group.addTask { await send(.noted("child \(Reading.here)")) }
            }
          }
        )
      },
      by: Reading().dependency(\.number, 42)
    )
    XCTAssertEqual(
      Set(seen),
      [
        "merged 42", "other 42", "concatenated 42", "handler 42", "named 42", "mapped 42, mapping 42",
        "piece 42", "child 42",
      ]
    )
  }

  // S065
  func testAnOverrideAroundAnEffectIsForThatEffectAlone() async {
    @Sendable func generation(_ number: Int) -> Effect<Reading.Action> {
      withDependencies {
        $0.number += 1
      } operation: {
        .run { send in
          await send(.noted("generation \(number) reads \(Reading.here)"))
          if number < 3 { await send(.perform { generation(number + 1) }) }
        }
      }
    }
    let expected = (1...3).map { "generation \($0) reads 1" }
    let plain = await seen(.perform { generation(1) }, by: Reading())
    XCTAssertEqual(plain, expected)
    let placed = await seen(
      .perform { generation(1) },
      by: CombineReducers { Reading().dependency(\.number, 0) }.dependency(\.number, 5)
    )
    XCTAssertEqual(placed, expected)
  }

  // S068
  func testTheEffectAfterAnEffectHasThemToo() async {
    let seen = await seen(
      .perform {
        .run { send in
          await send(.noted("first \(Reading.here)"))
          await send(.perform { Reading.note("second") })
        }
      },
      by: Reading().dependency(\.number, 42)
    )
    XCTAssertEqual(seen, ["first 42", "second 42"])
  }

  func testAnActionOfAnEffectIsReducedUnderTheSetOfTheRoot() async {
    let group = CombineReducers {
      Reading(name: "inner").dependency(\.number, 1)
      Reading(name: "root")
    }
    let direct = await seen(.perform { .run { send in await send(.read) }.cancellable(id: 1) }, by: group)
    let followUp = await seen(.perform { .send(.read) }, by: Reading().dependency(\.number, 1))
    // Both reducers have returned the effect.
    XCTAssertEqual(Set(direct), ["inner 1", "root 0"])
    XCTAssertEqual(followUp, ["reducer 1"])
  }

  // S067
  func testAMappingClosureHasTheDependenciesOfTheEffect() async {
    let effects: @Sendable () -> [Effect<Reading.Action>] = {
      withDependencies {
        $0.number = 7
      } operation: {
        [
          .send(.read).map { _ in .noted("at once \(Reading.here)") },
          Reading.note("later").map { _ in .noted("later \(Reading.here)") },
        ]
      }
    }
    let inside = await seen(.perform { .concatenate(effects()) }, by: Reading())
    let made = effects()
    let outside = await seen(.perform { .concatenate(made) }, by: Reading().dependency(\.number, 1))
    XCTAssertEqual([inside, outside], [["at once 7", "later 7"], ["at once 7", "later 7"]])
  }

  private static let first = Reading.note("constant")
  private static let nested = Reading.note("constant")
  private static let many = Effect.concatenate(
    Reading.note("one"),
    .merge(Reading.note("two").cancellable(id: 1))
  )

  func testAConstantEffectHasTheDependenciesOfThePlaceThatReturnsIt() async {
    let perform = Reading.Action.perform { Self.first }
    let one = await seen(perform, by: Reading().dependency(\.number, 1))
    let two = await seen(perform, by: Reading().dependency(\.number, 2))
    let none = await seen(perform, by: Reading())
    let store = Store(initialState: Reading.State()) {
      Reading()
    } withDependencies: {
      $0.number = 3
    }
    await store.send(perform).finish()
    let three = await store.seen
    XCTAssertEqual(
      [one, two, none, three],
      [["constant 1"], ["constant 2"], ["constant 0"], ["constant 3"]]
    )
  }

  func testAConstantEffectHasThoseOfTheInnermostPlace() async {
    let group = CombineReducers {
      Reading().dependency(\.number, 1)
      Reading()
      Reading().dependency(\.number, 3)
    }
    .dependency(\.number, 2)
    let seen = await seen(.perform { Self.nested }, by: group)
    XCTAssertEqual(Set(seen), ["constant 1", "constant 2", "constant 3"])
  }

  func testAConstantOfSeveralEffectsHasThem() async {
    let perform = Reading.Action.perform { Self.many }
    for number in 1...2 {
      let seen = await seen(perform, by: Reading().dependency(\.number, number))
      XCTAssertEqual(seen, ["one \(number)", "two \(number)"])
    }
  }
}
