import ArgumentParser
import Foundation
import Logging
import WarehouseServer

// The valid options. Each error says what to write instead.
extension Warehouse {
  func validate() throws {
    try Self.check(port, "--port", in: 0...65_535, "0 stands for a free one")
    try Self.check(capacity, "--capacity", in: 1...1_000_000, "1000 are common")
    try Self.check(editTime, "--edit-time", in: 1...86_400, "they are seconds, a day at most")
    try Self.check(lease, "--lease", in: 1...3_600, "they are seconds, an hour at most")
    try Self.check(grace, "--grace", in: 0...86_400, "they are seconds, a day at most")
    try Self.check(requestTime, "--request-time", in: 1...3_600, "they are seconds, an hour at most")
    try Self.check(requestsPerSecond, "--requests-per-second", in: 0...1_000_000, "0 stands for any number")
    try Self.check(
      connectionsPerClient,
      "--connections-per-client",
      in: 0...1_000_000,
      "0 stands for any number"
    )
    try Self.check(connections, "--connections", in: 1...1_000_000, "10000 are common")
    try Self.check(streamsPerClient, "--streams-per-client", in: 1...1_000_000, "16 are common")
    try Self.check(inspectPort, "--inspect-port", in: 0...65_535, "0 stands for a free one")
    if inspectPort != 0 || inspectPayloads, !inspect {
      throw ValidationError("--inspect-port and --inspect-payloads need --inspect.")
    }
    if Logger.Level(rawValue: logLevel) == nil {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--log-level is one of \(levels).")
    }
    try checkHosts()
    let isShared = try isShared
    if address != nil || redirect, !isShared {
      throw ValidationError("--address and --redirect need --database postgres://…, which programs share.")
    }
    if isShared, address == nil, isEverywhere {
      throw ValidationError(
        "With --host \(host), say with --address http://host:port where the other programs reach this one."
      )
    }
    if isShared { try checkAddress() }
  }

  /// Programs on other machines have to reach this one, if the database is on another machine.
  private func checkAddress() throws {
    guard case .postgres(let uri) = try place(), PostgresHost.isRemote(uri, environment) else { return }
    let reached = address ?? "http://\(Authority.inURL(bareHost))"
    guard let authority = Self.authority(ofURL: reached), authority.isThisMachine else { return }
    throw ValidationError(
      """
      The database is on another machine, and programs on other machines can't reach \(reached). Say with --address \
      http://host:port where they reach this one, and listen there with --host. If the database is on this machine, \
      name it as 127.0.0.1.
      """
    )
  }

  private var environment: [String: String] { ProcessInfo.processInfo.environment }

  private static func check(
    _ value: Int,
    _ option: String,
    in range: ClosedRange<Int>,
    _ hint: String
  ) throws {
    guard range.contains(value) else {
      throw ValidationError("\(option) is from \(range.lowerBound) to \(range.upperBound): \(hint).")
    }
  }

  private func checkHosts() throws {
    guard Self.isHost(host) else {
      throw ValidationError(
        "--host needs a name or an address of this machine, such as 127.0.0.1 or ::1, and --port the port."
      )
    }
    for name in allowHost where !Self.isHost(name) {
      throw ValidationError(
        "--allow-host needs a name or an address, such as warehouse.example, without http:// and without a port."
      )
    }
    guard let address else { return }
    guard let authority = Self.authority(ofURL: address), let port = authority.port, port > 0 else {
      throw ValidationError("--address is http://host:port, with nothing after it.")
    }
  }

  private static func isHost(_ text: String) -> Bool {
    Authority(Authority.inURL(bare(text))).map { $0.port == nil } ?? false
  }

  /// The host and the port of `http://host:port`.
  private static func authority(ofURL url: String) -> Authority? {
    for scheme in ["http://", "https://"] where url.hasPrefix(scheme) {
      return Authority(url.dropFirst(scheme.count))
    }
    return nil
  }

  /// An address as it is written without a port.
  private static func bare(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  var bareHost: String { Self.bare(host) }

  /// Whether it listens on all addresses of the machine.
  private var isEverywhere: Bool {
    ["0.0.0.0", "::"].contains(Authority(Authority.inURL(bareHost))?.host ?? "")
  }

  /// The hosts for which it answers.
  var allowedHosts: [String] {
    let address = address.flatMap { Self.authority(ofURL: $0)?.host }
    // No client can use the address that stands for all addresses.
    return allowHost.map { Self.bare($0) } + (isEverywhere ? [] : [bareHost]) + (address.map { [$0] } ?? [])
  }

  /// Where the warehouses are saved.
  func place() throws -> DatabasePlace { try DatabasePlace(database, home: DatabasePlace.home) }

  /// Whether several programs share the database.
  private var isShared: Bool {
    get throws {
      if case .postgres = try place() { return !inMemory }
      return false
    }
  }
}
