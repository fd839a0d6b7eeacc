#if os(Linux)
  import Foundation
  import Troupe
  import TroupeDependencies
  import TroupeDiagnostics
  import TroupeSharing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  private func closeQueue(_ queue: Int32) { _ = close(queue) }

  /// Watches files with inotify.
  ///
  /// A watch of inotify belongs to a folder, and not to its name. So each folder on the path of a file is
  /// watched for the name that is looked up in it. When such a name changes, the path is followed again.
  ///
  /// One thread waits for the events of all files. It exists, and the system's queue is open, as long as a
  /// file is watched: the removal of the last watch is an event, too, which ends the thread.
  package final class FileEvents: Sendable {
    /// The calls of the system, which tests replace.
    package struct System: Sendable {
      package var open: @Sendable () -> Int32 = { inotify_init1(Int32(IN_CLOEXEC)) }
      package var add: @Sendable (_ queue: Int32, _ folder: String, _ mask: UInt32) -> Int32 = {
        inotify_add_watch($0, $1, $2)
      }
      package var remove: @Sendable (_ queue: Int32, _ watch: Int32) -> Void = {
        _ = inotify_rm_watch($0, $1)
      }
      package var close: @Sendable (_ queue: Int32) -> Void = { closeQueue($0) }

      package init() {}
    }

    /// An event of a folder.
    package struct Event: Sendable {
      /// The watch; -1 for an overflow of the queue.
      let watch: Int32
      let mask: UInt32
      /// The name in the folder; empty for the folder itself.
      let name: String

      /// The event that reports that other events were lost.
      package static let overflow = Event(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: "")

      func contains(_ flags: Int...) -> Bool { flags.contains { mask & UInt32($0) != 0 } }
    }

    private typealias FileID = ObjectIdentifier

    private struct Link: Equatable {
      let watch: Int32
      let step: PathSteps.Step
    }

    private struct File {
      let watched: WatchedFile
      var links: [Link] = []
    }

    private struct State {
      /// The descriptor of the queue; nil while nothing is watched.
      var queue: Int32?
      var hasThread = false
      var files: [FileID: File] = [:]
      /// The files that an event of a watch concerns, by the name in the folder.
      var names: [Int32: [String: Set<FileID>]] = [:]
    }

    /// The watcher that the process uses.
    static let shared = FileEvents()

    private let system: System
    // No code of the user runs under this lock.
    private let state = Locked(State())

    package init(_ system: System = System()) { self.system = system }

    // MARK: Files

    /// Begins to watch a file.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - fallback: Watches the file in another way. It is called if the system has no room for the watches
    ///     that the file needs, now or later, or if a folder on the path can't be watched.
    ///   - changed: Called when the file may have changed, and once in the beginning.
    /// - Returns: The subscription.
    package func watch(
      _ url: URL,
      fallback: @escaping @Sendable () -> SharedSubscription,
      _ changed: @escaping @Sendable () -> Void
    ) -> SharedSubscription {
      let file = WatchedFile(url.path, fallback: fallback, changed)
      let isWatched = state.withLock { state in
        guard open(&state) else { return false }
        state.files[FileID(file)] = File(watched: file)
        let isWatched = follow(FileID(file), &state)
        isWatched ? startThread(&state) : closeWithoutThread(&state)
        return isWatched
      }
      // The file may have changed since it was loaded.
      if isWatched { file.post() } else { file.fallBack() }
      return SharedSubscription { [self] in
        file.end()
        state.withLock { forget(FileID(file), &$0) }
      }
    }

    /// Opens the queue, unless it is open. Returns false if the system refuses.
    private func open(_ state: inout State) -> Bool {
      if state.queue != nil { return true }
      let queue = system.open()
      guard queue >= 0 else { return false }
      state.queue = queue
      return true
    }

    /// Closes the queue if it was opened for a file that can't be watched. Without a watch, no event would
    /// end a thread.
    private func closeWithoutThread(_ state: inout State) {
      guard !state.hasThread, let queue = state.queue else { return }
      state.queue = nil
      system.close(queue)
    }

    private func startThread(_ state: inout State) {
      guard !state.hasThread, let queue = state.queue else { return }
      state.hasThread = true
      let thread = Thread { [self] in readEvents(of: queue) }
      thread.name = "Troupe file events"
      thread.start()
    }

    /// Follows the path of a file, and watches the folders on it. Returns false if one can't be watched; then
    /// the file is forgotten.
    private func follow(_ id: FileID, _ state: inout State) -> Bool {
      guard let queue = state.queue, let path = state.files[id]?.watched.path else { return false }
      var found: [Link]?
      // A folder that was replaced before it was watched has another watch in the next attempt. While another
      // program replaces folders all the time, its next change is an event.
      for _ in 0..<10 {
        let (links, isRefused) = links(path, queue)
        set(links, of: id, &state)
        if isRefused {
          forget(id, &state)
          return false
        }
        if links == found { break }
        found = links
      }
      return true
    }

    /// Watches the folders on a path. Returns also whether the system has refused to watch one.
    private func links(_ path: String, _ queue: Int32) -> ([Link], isRefused: Bool) {
      let steps = PathSteps(path).steps
      var links: [Link] = []
      for (index, step) in steps.enumerated() {
        var flags = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
        if index == steps.count - 1 { flags |= IN_CLOSE_WRITE | IN_ATTRIB }
        // A folder has the flags of all files in it.
        let mask = UInt32(flags | IN_ONLYDIR) | UInt32(IN_MASK_ADD)
        let watch = system.add(queue, step.folder, mask)
        if watch < 0 {
          // The folder was removed in the meantime, which is an event of the folder before.
          return (links, isRefused: errno != ENOENT && errno != ENOTDIR)
        }
        links.append(Link(watch: watch, step: step))
      }
      return (links, isRefused: false)
    }

    private func set(_ links: [Link], of id: FileID, _ state: inout State) {
      let old = state.files[id]?.links ?? []
      state.files[id]?.links = links
      for link in links { state.names[link.watch, default: [:]][link.step.name, default: []].insert(id) }
      for link in old
      where !links.contains(where: { $0.watch == link.watch && $0.step.name == link.step.name }) {
        remove(id, link, &state)
      }
    }

    private func remove(_ id: FileID, _ link: Link, _ state: inout State) {
      guard var names = state.names.removeValue(forKey: link.watch) else { return }
      names[link.step.name]?.remove(id)
      if names[link.step.name]?.isEmpty == true { names[link.step.name] = nil }
      if !names.isEmpty {
        state.names[link.watch] = names
      } else if let queue = state.queue {
        system.remove(queue, link.watch)
      }
    }

    private func forget(_ id: FileID, _ state: inout State) {
      set([], of: id, &state)
      state.files[id] = nil
    }

    // MARK: Events

    private func readEvents(of queue: Int32) {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 8)
      defer { buffer.deallocate() }
      repeat {
        let count = read(queue, buffer.baseAddress, buffer.count)
        if count > 0 {
          handle(Event.all(in: UnsafeRawBufferPointer(buffer)[..<count]))
        } else if count == 0 || errno != EINTR {
          fallBack()
        }
      } while !endIfUnused(queue)
    }

    /// Handles events that came together: each file is looked at once.
    package func handle(_ events: [Event]) {
      let (changed, refused) = state.withLock { state -> ([WatchedFile], [WatchedFile]) in
        var ids: Set<FileID> = []
        for event in events { ids.formUnion(files(event, &state)) }
        var (changed, refused): ([WatchedFile], [WatchedFile]) = ([], [])
        for id in ids {
          guard let file = state.files[id]?.watched else { continue }
          if follow(id, &state) { changed.append(file) } else { refused.append(file) }
        }
        return (changed, refused)
      }
      for file in changed { file.post() }
      for file in refused { file.fallBack() }
    }

    /// Returns the files that an event concerns.
    private func files(_ event: Event, _ state: inout State) -> Set<FileID> {
      if event.contains(Int(IN_Q_OVERFLOW)) { return Set(state.files.keys) }
      guard let names = state.names[event.watch] else { return [] }
      // The system has removed the watch, with the folder.
      if event.contains(Int(IN_IGNORED)) { state.names[event.watch] = nil }
      if event.contains(Int(IN_IGNORED), Int(IN_DELETE_SELF), Int(IN_MOVE_SELF), Int(IN_UNMOUNT)) {
        return names.values.reduce(into: []) { $0.formUnion($1) }
      }
      guard let ids = names[event.name], let id = ids.first else { return [] }
      // A program that makes a file writes it and closes it, which is another event. Until then, the file is
      // empty.
      if event.contains(Int(IN_CREATE)),
        let step = state.files[id]?.links.first(where: {
          $0.watch == event.watch && $0.step.name == event.name
        }),
        Self.isBeingMade(step.step.path)
      {
        return []
      }
      return ids
    }

    /// Whether a file is empty and has no other name.
    private static func isBeingMade(_ path: String) -> Bool {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
      return status.st_size == 0 && status.st_nlink == 1
    }

    /// Watches all files in another way, because the queue can't be read.
    private func fallBack() {
      let files = state.withLock { state -> [WatchedFile] in
        let files = state.files.values.map(\.watched)
        for file in files { forget(FileID(file), &state) }
        return files
      }
      for file in files { file.fallBack() }
    }

    /// Closes the queue if nothing is watched.
    private func endIfUnused(_ queue: Int32) -> Bool {
      let isUnused = state.withLock { state in
        guard state.files.isEmpty else { return false }
        state.queue = nil
        state.hasThread = false
        state.names = [:]
        return true
      }
      if isUnused { system.close(queue) }
      return isUnused
    }
  }

  extension FileEvents.Event {
    /// Decodes the events that the system has written.
    static func all(in bytes: Slice<UnsafeRawBufferPointer>) -> [FileEvents.Event] {
      var events: [FileEvents.Event] = []
      let bytes = UnsafeRawBufferPointer(rebasing: bytes)
      let header = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + header <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let name = bytes[(offset + header)..<min(offset + header + Int(event.len), bytes.count)].prefix {
          $0 != 0
        }
        events.append(
          FileEvents.Event(watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self))
        )
        offset += header + Int(event.len)
      }
      return events
    }
  }

  /// A file that is watched, and the closure that is called for its changes, one call at a time.
  private final class WatchedFile: Sendable {
    private enum Phase { case idle, looking, due, over }

    let path: String
    private let changed: @Sendable () -> Void
    private let fallback: @Sendable () -> SharedSubscription
    private let phase = Locked(Phase.idle)
    private let replacement = Locked<SharedSubscription?>(nil)

    init(
      _ path: String,
      fallback: @escaping @Sendable () -> SharedSubscription,
      _ changed: @escaping @Sendable () -> Void
    ) {
      self.path = path
      self.fallback = fallback
      self.changed = changed
    }

    /// Calls the closure, or has it called again after the running call. The thread of the events doesn't
    /// wait for it.
    func post() {
      let isIdle = phase.withLock { phase in
        switch phase {
        case .idle:
          phase = .looking
          return true
        case .looking, .due:
          phase = .due
          return false
        case .over:
          return false
        }
      }
      if isIdle { Task.detached { [self] in look() } }
    }

    private func look() {
      repeat {
        changed()
      } while phase.withLock { phase in
        switch phase {
        case .due:
          phase = .looking
          return true
        case .idle, .looking:
          phase = .idle
          return false
        case .over:
          return false
        }
      }
    }

    /// Watches the file in another way.
    func fallBack() {
      let new = fallback()
      replacement.withLock { $0 = new }
      // It may have ended in the meantime.
      if phase.withLock({ $0 == .over }) { endReplacement() }
    }

    func end() {
      phase.withLock { $0 = .over }
      endReplacement()
    }

    private func endReplacement() {
      let old = replacement.withLock { Swift.exchange(&$0, with: nil) }
      old?.cancel()
    }
  }
#endif
