#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The markers, which say when keys are due.
extension Folder {
  func due(before instant: WallClockInstant, limit: Int) throws(Failure) -> [DueKey] {
    try prepare()
    var due: [DueKey] = []
    var found: Set<StorageKey> = []
    for marker in try markers(before: instant) {
      if due.count >= limit { break }
      guard let key = try ask(marker), key.wake < instant, found.insert(key.key).inserted else { continue }
      due.append(key)
    }
    // One whose own marker was missing was found by another, and may belong before others.
    return due.sorted { $0.wake < $1.wake }
  }

  private func markers(before instant: WallClockInstant) throws(Failure) -> [WakeMarker] {
    var names = try list(wakes)
    if !names.contains(Self.complete) {
      try markAll()
      names = try list(wakes)
    }
    names += try list(wakeCopies)
    let limit = WakeMarker.limit(before: instant)
    let markers = names.lazy.filter { WakeMarker.mayBe($0, before: limit) }.compactMap {
      WakeMarker(text: $0)
    }
    return Set(markers).sorted()
  }

  /// Creates a marker if it is missing. One for a new instant is synced in any case, before the state that
  /// asks for it is saved: a process that crashed may have created it.
  func mark(_ marker: WakeMarker, isNew: Bool = false) throws(FileError) {
    let isThere = try calls.exists(self.marker(marker))
    if isNew || !isThere {
      try calls.mark(self.marker(marker))
      try calls.syncFolder(wakes)
    }
    if try !calls.exists(markerCopy(marker)) { try calls.mark(markerCopy(marker)) }
  }

  func unmark(_ marker: WakeMarker) throws(FileError) {
    try calls.remove(self.marker(marker))
    try calls.remove(markerCopy(marker))
  }

  /// Finds out when the key of a marker is due; nil if the marker is outdated.
  private func ask(_ marker: WakeMarker) throws(Failure) -> DueKey? {
    do throws(Failure) {
      if let header = try header(marker.name) {
        if header.wake == marker.wake { return DueKey(key: header.key, wake: marker.wake) }
      } else if try isLost(marker.name) {
        throw lost(key(of: marker.name), marker.name)
      }
      return try removeOutdated(marker)
    } catch {
      switch error {
      case .busy:
        // Its owner saves or removes it. It is due or not after that.
        return nil
      case .unavailable(let file) where !file.isPermanent && file.number != EIO:
        throw error
      default:
        // Loading the key tells what is wrong with the file, and keeps no other key from being found.
        guard let key = key(of: marker.name) else { throw error }
        return DueKey(key: key, wake: marker.wake)
      }
    }
  }

  /// Removes an outdated marker. Returns when the key is due if the right marker is missing, as when the file
  /// of the key was put back from a backup.
  private func removeOutdated(_ marker: WakeMarker) throws(Failure) -> DueKey? {
    let found = try header(marker.name)
    let right = found?.wake.map { WakeMarker($0, marker.name) }
    let isMissing = if let right { try !exists(self.marker(right)) } else { false }
    do throws(Failure) {
      // The owner of the lock may be about to save the state that the marker is for.
      guard let lock = try takeLock(marker.name) else { return nil }
      defer { withExtendedLifetime(lock) {} }
      let header = try header(marker.name)
      if let header, header.wake == marker.wake { return DueKey(key: header.key, wake: marker.wake) }
      try unavailable { () throws(FileError) in
        if let wake = header?.wake { try mark(WakeMarker(wake, marker.name)) }
        try unmark(marker)
      }
    } catch .unavailable(let error) where error.isPermanent {
      // On a disk that is read-only, it is outdated the next time, too.
    }
    guard isMissing, let found, let right else { return nil }
    return DueKey(key: found.key, wake: right.wake)
  }

  /// Creates the markers of all states again.
  ///
  /// It needs no locks: a process that saves another instant meanwhile creates the marker for it, and a
  /// marker that is created here for the previous instant is outdated.
  private func markAll() throws(Failure) {
    let names = Set(try names(in: states, ".state") + names(in: keys, ".key"))
    for name in names {
      var wake: WallClockInstant?
      do throws(Failure) {
        wake = try header(name)?.wake
        // Whether one that is missing is lost is found out when it is due.
        if wake == nil, try !exists(state(name)) { wake = WakeMarker.unknown }
      } catch .corrupt {
        wake = WakeMarker.unknown
      } catch .unavailable(let error) where error.isPermanent || error.number == EIO {
        wake = WakeMarker.unknown
      }
      if let wake {
        try unavailable { () throws(FileError) in
          try calls.mark(marker(WakeMarker(wake, name)))
          try calls.mark(markerCopy(WakeMarker(wake, name)))
        }
      }
    }
    try unavailable { () throws(FileError) in
      try calls.syncFolder(wakes)
      try calls.mark("\(wakes)/\(Self.complete)")
      try calls.syncFolder(wakes)
    }
  }
}
