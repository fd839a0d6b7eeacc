#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The markers, whose names contain the times at which keys are due.
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
    // A key whose own marker was missing was found through another marker, and may belong earlier in the
    // order.
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

  /// Creates a marker if it is missing. A marker for a new instant is always synced before the state that
  /// asks for it is saved, because a process that crashed may have created it.
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

  /// Determines when a marker's key is due, or returns nil if the marker is outdated.
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
        // The lock's owner saves or removes the key, which determines whether it is due.
        return nil
      case .unavailable(let file) where !file.isPermanent && file.number != EIO:
        throw error
      default:
        // Loading the key reports the damage to the file, which must not hide other keys.
        guard let key = key(of: marker.name) else { throw error }
        return ScheduledKey(key: key, wake: marker.wake)
      }
    }
  }

  /// Removes an outdated marker. If the right marker is missing, for example because the key's file was
  /// restored from a backup, returns when the key is due.
  private func removeOutdated(_ marker: WakeMarker) throws(Failure) -> ScheduledKey? {
    let found = try header(marker.name)
    let right = found?.wake.map { WakeMarker($0, marker.name) }
    let isMissing = if let right { try !exists(self.marker(right)) } else { false }
    do throws(Failure) {
      // The lock's owner may be about to save the state that the marker is for.
      guard let lock = try takeLock(marker.name) else { return nil }
      defer { withExtendedLifetime(lock) {} }
      let header = try header(marker.name)
      if let header, header.wake == marker.wake { return ScheduledKey(key: header.key, wake: marker.wake) }
      try unavailable { () throws(FileError) in
        if let wake = header?.wake { try mark(WakeMarker(wake, marker.name)) }
        try unmark(marker)
      }
    } catch .unavailable(let error) where error.isPermanent {
      // On a read-only disk, it is also outdated the next time.
    }
    guard isMissing, let found, let right else { return nil }
    return ScheduledKey(key: found.key, wake: right.wake)
  }

  /// Recreates the markers of all states.
  ///
  /// It needs no locks: if a process saves another instant in the meantime, it creates the marker for it, and
  /// a marker that is created here for the previous instant is outdated.
  private func markAll() throws(Failure) {
    let names = Set(try names(in: states, ".state") + names(in: keys, ".key"))
    for name in names {
      var wake: WallClockInstant?
      do throws(Failure) {
        wake = try header(name)?.wake
        // Whether a missing state is lost is determined when it is due.
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
