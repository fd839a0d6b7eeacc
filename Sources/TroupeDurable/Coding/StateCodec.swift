import Troupe

/// A codec that encodes states of one type as bytes, and decodes them, including states that earlier versions
/// of the program saved.
///
/// The bytes start with a line of text that contains the version and the format's name. For a store with
/// instruments, the next lines contain the causes of the store's declared effects. The encoded state follows.
///
/// ```swift
/// let codec = StateCodec(Countdown.self, version: 2, format: JSONFormat()) { old in
///   // In version 1 a countdown had no name.
///   old.version == 1 ? Countdown(name: "", end: try old.decode(Date.self)) : nil
/// }
/// let bytes = try codec.encode(Countdown(name: "tea", end: end))
/// let countdown = try codec.decode(bytes)
/// ```
public struct StateCodec<State: Codable & Sendable>: Sendable {
  /// The type's current version.
  public let version: Int
  /// The format of encoded states.
  public let format: any StateFormat
  /// The header for a state without causes.
  private let envelope: [UInt8]
  private let migrate: @Sendable (StoredState) throws -> State?

  /// Creates a codec.
  ///
  /// - Parameters:
  ///   - type: The states' type.
  ///   - version: The type's version, which must be at least one. Increase the version with each change that
  ///     makes saved states unreadable.
  ///   - format: The format of encoded states.
  ///   - migrate: A closure that converts a state that was saved with an earlier version. It returns nil for
  ///     an unknown version.
  public init(
    _ type: State.Type = State.self,
    version: Int = 1,
    format: any StateFormat,
    migrate: @escaping @Sendable (StoredState) throws -> State? = { _ in nil }
  ) {
    precondition(version >= 1, "StateCodec: The version \(version) is less than one.")
    precondition(
      StateEnvelope.isName(format.name),
      "StateCodec: \"\(format.name)\" isn't a valid format name."
    )
    self.version = version
    self.format = format
    envelope = StateEnvelope(version: version, format: format.name).bytes
    self.migrate = migrate
  }

  /// Encodes a state.
  ///
  /// - Parameter state: The state.
  /// - Returns: The bytes to save.
  /// - Throws: A ``StateCodingError`` with the code `unencodable` if the state or the format throws.
  public func encode(_ state: State) throws(StateCodingError) -> [UInt8] { try encode(state, []) }

  /// Encodes a state with the causes of the effects that it declares.
  func encode(_ state: State, _ causes: [SavedCause]) throws(StateCodingError) -> [UInt8] {
    do {
      let payload = try format.encode(state)
      if causes.isEmpty { return envelope + payload }
      return StateEnvelope(version: version, format: format.name, causes: causes).bytes + payload
    } catch {
      throw StateCodingError(.unencodable, expected: version, format.name, because: error)
    }
  }

  /// Decodes a state.
  ///
  /// - Parameter bytes: The saved bytes.
  /// - Returns: The state. A state that was saved with an earlier version is migrated.
  /// - Throws: A ``StateCodingError`` with the bytes: `notAState` if the bytes don't start with a state's
  ///   header; `otherFormat` if another format encoded them; `newerVersion` if a later version of the program
  ///   saved them; `unknownVersion` if the migration returns nil for their version; `undecodable` if the
  ///   format, the state or the migration throws.
  public func decode(_ bytes: [UInt8]) throws(StateCodingError) -> State {
    try decodeWithCauses(bytes).state
  }

  /// Decodes a state with the causes of the effects that it declares.
  func decodeWithCauses(
    _ bytes: [UInt8]
  ) throws(StateCodingError) -> (state: State, causes: [SavedCause]) {
    let (found, start) = try envelope(of: bytes)
    do {
      if found.version == version {
        return (try format.decode(State.self, from: bytes[start...]), found.causes)
      }
      let old = StoredState(version: found.version, bytes: bytes[start...], format: format)
      if let state = try migrate(old) { return (state, found.causes) }
    } catch {
      throw StateCodingError(.undecodable, expected: version, format.name, found, bytes, because: error)
    }
    throw StateCodingError(.unknownVersion, expected: version, format.name, found, bytes)
  }

  private func envelope(of bytes: [UInt8]) throws(StateCodingError) -> (StateEnvelope, start: Int) {
    guard let (found, start) = StateEnvelope.read(bytes) else {
      throw StateCodingError(.notAState, expected: version, format.name, nil, bytes)
    }
    if found.format != format.name {
      throw StateCodingError(.otherFormat, expected: version, format.name, found, bytes)
    }
    if found.version > version {
      throw StateCodingError(.newerVersion, expected: version, format.name, found, bytes)
    }
    return (found, start)
  }
}
