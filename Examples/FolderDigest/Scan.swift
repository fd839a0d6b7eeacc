import Troupe

/// Lists a folder and digests its files, several at a time. When it has finished, it dismisses itself.
@Reducer
struct Scan {
  struct State: Codable, Equatable, Sendable {
    let folder: String
    var selection = Selection()
    var progress = Progress()
    var digest = Digest()
    var skipped: [Skipped] = []
    /// The number of folders that the selection leaves out.
    var foldersLeftOut = 0
    var failure: String?
    /// Whether the scan was stopped before its end.
    var isPartial = false

    var isOver: Bool { progress.isComplete || failure != nil }

    /// The skipped files in the order of their paths, by bytes.
    var skippedInOrder: [Skipped] {
      skipped.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case start
    case found(Listing)
    case listed
    case digested(Digest)
    case skipped(Skipped)
    case failed(String)
  }

  let workers: Int

  @Dependency(FileAccess.self) var files
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .concatenate(list(state.folder, state.selection), .send(.listed))

      case .found(.file(let path)):
        state.progress.found += 1
        return digest(path)

      case .found(.unreadable(let skipped)):
        state.progress.found += 1
        return .send(.skipped(skipped))

      case .found(.leftOut):
        state.foldersLeftOut += 1
        return .none

      case .listed:
        state.progress.isListing = false
        return .none

      case .digested(let digest):
        state.progress.done += 1
        state.digest.merge(digest)
        return .none

      case .skipped(let skipped):
        state.progress.done += 1
        state.skipped.append(skipped)
        return .none

      case .failed(let reason):
        state.failure = reason
        return .none
      }
    }
    .onChange(of: { $0.isOver }) { _, isOver in
      Reduce { _, _ in isOver ? .run(name: "dismiss") { _ in await dismiss() } : .none }
    }
  }

  /// Sends one action for each file found.
  private func list(_ folder: String, _ selection: Selection) -> Effect<Action> {
    .stream(files.list(folder, selection), name: "list") { listing in
      .found(listing)
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
  }

  /// Digests one file as soon as a worker is free.
  private func digest(_ path: String) -> Effect<Action> {
    .run(name: "digest") { send in
      await send(.digested(try await files.digest(path)))
    } catch: { error, send in
      await send(.skipped(Skipped(path: path, reason: "\(error)")))
    }
    .limited(id: "workers", to: workers)
  }
}
