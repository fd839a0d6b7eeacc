import Troupe

/// Lists a folder and digests its files, several at a time. When all is done, it dismisses itself.
struct Scan: Reducer {
  struct State: Codable, Equatable, Sendable {
    let folder: String
    var extensions: [String] = []
    var progress = Progress()
    var digest = Digest()
    var skipped: [Skipped] = []
    var failure: String?
    /// Whether it was stopped before it was over.
    var isPartial = false

    /// Whether there is nothing more to come.
    var isOver: Bool { progress.isComplete || failure != nil }
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
        return .concatenate(list(state.folder), .send(.listed))

      case .found(.file(let path)):
        guard state.wants(path) else { return .none }
        state.progress.found += 1
        return digest(path)

      case .found(.unreadable(let skipped)):
        state.progress.found += 1
        return .send(.skipped(skipped))

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

  /// Tells of the files one after another.
  private func list(_ folder: String) -> Effect<Action> {
    .stream(files.list(folder), name: "list") { listing in
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

extension Scan.State {
  /// Whether a file counts; without extensions, each does.
  fileprivate func wants(_ path: String) -> Bool {
    extensions.isEmpty || extensions.contains { path.hasSuffix(".\($0)") }
  }
}
