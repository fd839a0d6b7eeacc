import Troupe
import TroupeTesting
import XCTest

// The recipe `RecipeOptimisticUpdate.md`.

@DependencyClient
struct Favourites: DependencyKey {
  var save: @Sendable (_ isFavourite: Bool) async throws -> Void

  static let liveValue = Favourites(save: { _ in })
  static let testValue = Favourites()
}

@Reducer
struct FavouriteButton {
  struct State: Equatable {
    /// What the user sees, and wants.
    var isFavourite = false
    /// What the server has confirmed.
    var confirmed = false
    var isSaving = false
    var hasFailed = false
  }

  enum Action: Equatable {
    case tapped
    case saved(Bool)
    case saveFailed
  }

  @Dependency(Favourites.self) var favourites

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.isFavourite.toggle()
        state.hasFailed = false
        return saveIfNeeded(&state)

      case .saved(let isFavourite):
        state.confirmed = isFavourite
        state.isSaving = false
        return saveIfNeeded(&state)

      case .saveFailed:
        state.isFavourite = state.confirmed
        state.isSaving = false
        state.hasFailed = true
        return .none
      }
    }
  }

  /// Saves one value at a time, so that the server gets them in order.
  private func saveIfNeeded(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving, state.isFavourite != state.confirmed else { return .none }
    state.isSaving = true
    return .run(name: "save") { [isFavourite = state.isFavourite] send in
      try await favourites.save(isFavourite)
      await send(.saved(isFavourite))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

final class FavouriteButtonTests: XCTestCase {
  func testTheChangeIsVisibleAtOnce() async {
    let store = TestStore(initialState: FavouriteButton.State()) {
      FavouriteButton()
    } withDependencies: {
      $0[Favourites.self].save = { _ in }
    }

    await store.send(.tapped) {
      $0.isFavourite = true
      $0.isSaving = true
    }
    await store.receive(.saved(true)) {
      $0.confirmed = true
      $0.isSaving = false
    }
    await store.finish()
  }

  func testAFailureRollsTheChangeBack() async {
    struct Offline: Error {}
    let store = TestStore(initialState: FavouriteButton.State()) {
      FavouriteButton()
    } withDependencies: {
      $0[Favourites.self].save = { _ in throw Offline() }
    }

    await store.send(.tapped) {
      $0.isFavourite = true
      $0.isSaving = true
    }
    await store.receive(.saveFailed) {
      $0.isFavourite = false
      $0.isSaving = false
      $0.hasFailed = true
    }
    await store.finish()
  }

  func testTheLastOfManyTapsIsSavedLast() async {
    let store = TestStore(initialState: FavouriteButton.State()) {
      FavouriteButton()
    } withDependencies: {
      let clock = $0.continuousClock
      $0[Favourites.self].save = { _ in try await clock.sleep(for: .seconds(1)) }
    }

    await store.send(.tapped) {
      $0.isFavourite = true
      $0.isSaving = true
    }
    await store.send(.tapped) { $0.isFavourite = false }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.saved(true)) { $0.confirmed = true }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.saved(false)) {
      $0.confirmed = false
      $0.isSaving = false
    }
    await store.finish()
  }
}
