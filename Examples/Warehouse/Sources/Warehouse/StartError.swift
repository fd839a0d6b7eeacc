import Foundation
import NIOCore
import TroupePostgres
import WarehouseStorage

/// Why the program can't start, and what to do about it.
struct StartError: Error, CustomStringConvertible {
  let description: String

  /// The error of the folder for the database.
  init(folder: String, _ error: any Error) {
    let reason =
      switch (error as? CocoaError)?.code {
      case .fileWriteNoPermission: "this user may not write there"
      case .fileWriteFileExists: "there is a file of this name, or of one on the way to it"
      case .fileWriteOutOfSpace: "the disk is full"
      case .fileWriteVolumeReadOnly: "the disk can only be read"
      case .fileNoSuchFile: "a folder on the way to it can't be created"
      case let code?: "the system refuses it (\(code.rawValue))"
      case nil: "the system refuses it"
      }
    description = "The folder \(folder) can't be created: \(reason). Name another one with --database."
  }

  /// The error of a database in a folder.
  init(database folder: String, _ error: any Error) {
    let reason: String
    switch SQLiteStorage.failure(error) {
    case .cantOpen: reason = "its file can't be opened. May this user read and write there?"
    case .readOnly: reason = "its files can only be read. May this user write there?"
    case .noDatabase: reason = "warehouses.sqlite isn't a database. Move it away, or restore a copy of it."
    case .full: reason = "the disk is full."
    case .locked: reason = "another program has locked it. End that program first."
    case .moved: reason = "its files were moved while it was opened."
    case .noAnswer: reason = "the disk doesn't answer."
    case .damaged(let text), .other(let text): reason = text
    }
    description =
      "The database in \(folder) can't be opened: \(reason) Another folder can be named with --database."
  }

  /// The error of the lock that keeps a folder for one program.
  init(lock folder: String, _ code: Int32) {
    description =
      code == EWOULDBLOCK
      ? """
      Another server has its database in \(folder). End that server first, or name another folder with --database. \
      Servers that are to share warehouses need PostgreSQL.
      """
      : """
      The folder \(folder) can't be kept for this server: \(String(cString: strerror(code))). Name another one with \
      --database.
      """
  }

  /// The error of a file that others may read.
  init(openFile file: String) {
    description = "Others may read \(file), and this user can't change that. Its owner can: chmod 600 \(file)"
  }

  /// The error of a PostgreSQL server, which may contain its name, but not its password.
  init(postgres error: PostgresError) {
    let text = "\(error)".trimmingCharacters(in: .whitespacesAndNewlines)
    description = """
      PostgreSQL can't be used: \(text.hasSuffix(".") ? text : text + ".") Check that it runs, and what --database says of \
      its host, port, user and name.
      """
  }

  /// The error of the port on which the page of the inspector listens; nil for any other error.
  init?(inspectPort port: Int, _ error: any Error) {
    guard let error = error as? IOError else { return nil }
    let reason =
      error.errnoCode == EADDRINUSE
      ? "another program uses it" : String(cString: strerror(error.errnoCode))
    description = """
      The page of --inspect can't have port \(port) of 127.0.0.1: \(reason). Name another one with --inspect-port; 0 is any \
      free one.
      """
  }

  /// The error of the address on which the program listens; nil for any other error.
  init?(host: String, port: Int, _ error: any Error) {
    let place = "port \(port) of \(host)"
    switch error {
    case let error as IOError where error.errnoCode == EADDRINUSE:
      description =
        "Another program listens on \(place). End it, or name another port with --port; 0 is any free one."
    case let error as IOError where error.errnoCode == EACCES:
      description = "This user may not listen on \(place). Name a port from 1024 on with --port."
    case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
      description = "This machine doesn't have the address \(host). Name one that it has with --host."
    case is SocketAddressError, is SocketAddressError.UnknownHost:
      description = "The host \(host) isn't known. Name an address of this machine with --host."
    case let error as IOError:
      description = "The program can't listen on \(place): \(String(cString: strerror(error.errnoCode)))."
    default: return nil
    }
  }
}
