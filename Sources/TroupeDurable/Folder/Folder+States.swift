#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads and writes the files of states, and the files of keys, which show that a state is missing.
extension Folder {
  /// The maximum size in bytes up to which an error contains a damaged file.
  static let damageLimit = 64 << 20

  /// Reads a state's file. Returns nil if the file doesn't exist.
  func read(_ name: FileName) throws(Failure) -> (header: FileHeader, bytes: [UInt8])? {
    try read(name) { (header, content, file) throws(OpenState.Failure) in
      let content = try file.read(after: content, upTo: .max)
      do throws(FileHeader.Damage) { return (header, try header.bytes(in: content)) } catch {
        throw .damaged(error, content)
      }
    }
  }

  /// Returns a state's header without the state's bytes; nil if the state doesn't exist.
  func header(_ name: FileName) throws(Failure) -> FileHeader? {
    try read(name) { header, _, _ in header }
  }

  /// Returns the header of a key's state, for an operation that holds the key's lock.
  func header(of key: StorageKey, _ name: FileName) throws(Failure) -> FileHeader? {
    if let header = try header(name) { return header }
    if try exists(keyFile(name)) { throw lost(key, name) }
    return nil
  }

  // MARK: Reading

  /// A state's file that is open for reading.
  private struct OpenState {
    enum Failure: Error {
      case unavailable(FileError)
      case damaged(FileHeader.Damage, [UInt8])
    }

    let calls: FileCalls
    let file: Int32
    let path: String
    let size: Int

    /// Continues to read after the given content, up to a total number of bytes. Returns all content.
    func read(after content: [UInt8], upTo count: Int) throws(Failure) -> [UInt8] {
      let rest = min(count, size) - content.count
      if rest <= 0 { return content }
      do throws(FileError) { return content + (try calls.read(file, at: path, upTo: rest)) } catch {
        throw .unavailable(error)
      }
    }

    /// Reads and checks the header. Returns the header with the content that was read.
    func header(of name: FileName) throws(Failure) -> (FileHeader, [UInt8]) {
      let beginning = try read(after: [], upTo: FileHeader.usualCount)
      let count: Int
      do throws(FileHeader.Damage) { count = try FileHeader.count(in: beginning, of: size) } catch {
        throw .damaged(error, beginning)
      }
      let content = try read(after: beginning, upTo: count)
      do throws(FileHeader.Damage) {
        let header = try FileHeader(content)
        try header.checkSize(size)
        let own = FileName(of: header.key)
        guard own == name else { throw .otherKey("\(own.text).state") }
        return (header, content)
      } catch {
        throw .damaged(error, content)
      }
    }
  }

  /// Reads the header of a state's file and calls a function that can read the rest.
  private func read<Result>(
    _ name: FileName,
    _ body: (FileHeader, [UInt8], OpenState) throws(OpenState.Failure) -> Result
  ) throws(Failure) -> Result? {
    let path = state(name)
    let opened: Int32?
    do throws(FileError) { opened = try calls.open(path, O_RDONLY) } catch {
      // Links and sockets can't be opened as files.
      guard error.number == ELOOP || error.number == ENXIO else { throw .unavailable(error) }
      throw .corrupt(key(of: name), DamagedFile(path: path, damage: .noFile), nil)
    }
    guard let file = opened else { return nil }
    defer { calls.close(file) }
    guard let size = try unavailable({ () throws(FileError) in try calls.size(of: file, at: path) }) else {
      throw .corrupt(key(of: name), DamagedFile(path: path, damage: .noFile), nil)
    }
    let state = OpenState(calls: calls, file: file, path: path, size: size)
    do throws(OpenState.Failure) {
      let (header, content) = try state.header(of: name)
      return try body(header, content, state)
    } catch {
      switch error {
      case .unavailable(let error): throw .unavailable(error)
      case .damaged(let damage, let content):
        // The damage is reported even if the rest can't be read.
        let bytes = size <= Self.damageLimit ? try? state.read(after: content, upTo: .max) : nil
        throw .corrupt(key(of: name), DamagedFile(path: path, damage: damage), bytes)
      }
    }
  }

  // MARK: Writing

  func write(_ header: [UInt8], _ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try calls.create(path)
    defer { calls.close(file) }
    try calls.write(header, to: file, at: path)
    try calls.write(bytes, to: file, at: path)
    try calls.sync(file, at: path)
  }

  // MARK: Keys

  /// Records that a key has a state, by creating the key's file. If the file's name doesn't contain the key,
  /// the file's content does.
  func record(_ key: StorageKey, _ name: FileName) throws(FileError) {
    let path = keyFile(name)
    if try calls.exists(path) { return }
    if name.key != nil { return try calls.mark(path) }
    let file = try calls.create(path)
    defer { calls.close(file) }
    try calls.write(Array(key.text.utf8), to: file, at: path)
  }

  /// Records a key whose state was found, if the key's file is missing.
  func recordAgain(_ key: StorageKey, _ name: FileName) throws(Failure) {
    if try exists(keyFile(name)) { return }
    // If another owner has the lock, it may be about to remove the key. If the other owner saves the key
    // instead, it also records the key.
    guard let lock = try takeLock(name) else { return }
    defer { withExtendedLifetime(lock) {} }
    guard try exists(state(name)) else { return }
    try unavailable { () throws(FileError) in try record(key, name) }
  }

  /// Returns the key to which a file name belongs; nil if the key is unknown.
  func key(of name: FileName) -> StorageKey? {
    if let key = name.key { return key }
    let path = keyFile(name)
    // If the file can't be read, the key is unknown.
    guard let file = try? calls.open(path, O_RDONLY) else { return nil }
    defer { calls.close(file) }
    guard let size = try? calls.size(of: file, at: path), size <= Self.damageLimit,
      let bytes = try? calls.read(file, at: path, upTo: size)
    else { return nil }
    let key = StorageKey(String(decoding: bytes, as: UTF8.self))
    return FileName(of: key) == name ? key : nil
  }

  /// Returns whether a key file shows that a state was lost instead of removed.
  func isLost(_ name: FileName) throws(Failure) -> Bool {
    guard try exists(keyFile(name)) else { return false }
    do throws(Failure) {
      // The lock is needed because another owner may be saving or removing the state.
      let lock = try lock(name)
      defer { withExtendedLifetime(lock) {} }
      return try hasOnlyKey(name)
    } catch .unavailable(let error) where error.isPermanent {
      // On a read-only disk, no other owner can exist.
      return try hasOnlyKey(name)
    }
  }

  private func hasOnlyKey(_ name: FileName) throws(Failure) -> Bool {
    let (isKnown, isThere) = (try exists(keyFile(name)), try exists(state(name)))
    return isKnown && !isThere
  }

  func lost(_ key: StorageKey?, _ name: FileName) -> Failure {
    .corrupt(key, DamagedFile(path: state(name), damage: .missing(evidence: keyFile(name))), nil)
  }
}
