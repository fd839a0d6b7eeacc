#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads and writes the markers, whose names contain the times at which keys are due.
extension Folder {
  func due(before instant: WallClockInstant, limit: Int) throws(Failure) -> [ScheduledKey] {
    try prepare()
    var due: [ScheduledKey] = []
    var found: Set<StorageKey> = []
    for marker in try markers(before: instant) {
      if due.count >= limit { break }
      guard let key = try ask(marker), key.wake < instant, found.insert(key.key).inserted else { continue }
      due.append(key)
    }
    // If a key's correct marker was missing, the key was found through an outdated marker, and may be due
    // earlier or later.
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

  /// Creates a marker if it is missing. A marker for a new instant is always synced before the state with
  /// this instant is saved, even if the marker exists, because a crashed process may have created the marker
  /// without syncing it.
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

  /// Returns a marker's key and the instant at which the key is due. Returns nil if the marker is outdated.
  private func ask(_ marker: WakeMarker) throws(Failure) -> ScheduledKey? {
    do throws(Failure) {
      if let header = try header(marker.name) {
        if header.wake == marker.wake { return ScheduledKey(key: header.key, wake: marker.wake) }
      } else if try isLost(marker.name) {
        throw lost(key(of: marker.name), marker.name)
      }
      return try removeOutdated(marker)
    } catch {
      switch error {
      case .busy:
        // The lock's owner is saving or removing the key, so whether the key is due isn't known yet.
        return nil
      case .unavailable(let file) where !file.isPermanent && file.number != EIO:
        throw error
      default:
        // A damaged file must not hide other keys, so its key counts as due. Loading the key reports the
        // damage.
        guard let key = key(of: marker.name) else { throw error }
        return ScheduledKey(key: key, wake: marker.wake)
      }
    }
  }

  /// Removes an outdated marker. If the correct marker is missing, for example because the state's file was
  /// restored from a backup, the method returns the key and its instant.
  private func removeOutdated(_ marker: WakeMarker) throws(Failure) -> ScheduledKey? {
    let found = try header(marker.name)
    let right = found?.wake.map { WakeMarker($0, marker.name) }
    let isMissing = if let right { try !exists(self.marker(right)) } else { false }
    do throws(Failure) {
      // If another owner has the lock, that owner may be about to save the state for which it created the
      // marker.
      guard let lock = try takeLock(marker.name) else { return nil }
      defer { withExtendedLifetime(lock) {} }
      let header = try header(marker.name)
      if let header, header.wake == marker.wake { return ScheduledKey(key: header.key, wake: marker.wake) }
      try unavailable { () throws(FileError) in
        if let wake = header?.wake { try mark(WakeMarker(wake, marker.name)) }
        try unmark(marker)
      }
    } catch .unavailable(let error) where error.isPermanent {
      // On a read-only disk, the outdated marker can't be removed and is ignored.
    }
    guard isMissing, let found, let right else { return nil }
    return ScheduledKey(key: found.key, wake: right.wake)
  }

  /// Recreates the markers of all states.
  ///
  /// The method needs no locks. If a process saves another instant in the meantime, that process creates the
  /// correct marker, and a marker that this method creates for the previous instant is outdated.
  private func markAll() throws(Failure) {
    let names = Set(try names(in: states, ".state") + names(in: keys, ".key"))
    for name in names {
      var wake: WallClockInstant?
      do throws(Failure) {
        wake = try header(name)?.wake
        // If the state is missing, the check of whether the state was lost takes place when the key is due.
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
