import TroupeClassic
import TroupeTesting
import XCTest

/// A reducer that is nested in itself.
final class RecursionTests: TroupeTestCase {
  struct Folder: Identifiable, Equatable {
    let id: Int
    var isWatched = false
    var folders: IdentifiedArrayOf<Folder> = []
  }
  indirect enum FolderAction: Sendable {
    case watch
    case changed
    case remove(Int)
    case folder(id: Int, action: FolderAction)
  }

  static let folder: Reducer<Folder, FolderAction, Int> = Reducer { state, action, environment in
    let nested: Reducer<Folder, FolderAction, Int> = folder.forEach(
      state: \.folders,
      action: /FolderAction.folder(id:action:),
      environment: { $0 + 1 }
    )
    let effect = nested.run(&state, action, environment)
    switch action {
    case .watch:
      return .run(name: "\(environment).\(state.id)") { send in
        await send(.changed)
        try await waitForCancellation()
      }
    case .changed: state.isWatched = true
    case .remove(let id): state.folders.remove(id: id)
    case .folder: return effect
    }
    return .none
  }

  func testAFolderInAFolderInAFolder() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(
        initialState: Folder(id: 1, folders: [Folder(id: 2, folders: [Folder(id: 3), Folder(id: 4)])]),
        reducer: Self.folder,
        environment: 0,
        configuration: scheduler.configuration()
      )
      await store.send(.watch)
      await store.send(.folder(id: 2, action: .watch))
      await store.send(.folder(id: 2, action: .folder(id: 3, action: .watch)))
      await store.send(.folder(id: 2, action: .folder(id: 4, action: .watch)))
      await scheduler.settle()
      var names = await store.activeNames
      XCTAssertEqual(names, ["0.1", "1.2", "2.3", "2.4"])
      let watched = await store.folders[id: 2]?.folders.map(\.isWatched)
      XCTAssertEqual(watched, [true, true])
      await store.send(.folder(id: 2, action: .remove(3)))
      names = await store.activeNames
      XCTAssertEqual(names, ["0.1", "1.2", "2.4"])
      await store.send(.remove(2))
      names = await store.activeNames
      XCTAssertEqual(names, ["0.1"])
    }
  }
}
