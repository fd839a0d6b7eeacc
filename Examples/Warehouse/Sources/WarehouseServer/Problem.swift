import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Troupe
import TroupeDurable
import TroupePostgres
import WarehouseFeature

/// An error of a request: a status, a code for programs, and a text for people.
struct Problem: HTTPResponseError {
  let status: HTTPResponse.Status
  let code: String
  let message: String
  var headers = HTTPFields()

  static let notFound = Problem(status: .notFound, code: "notFound", message: "There is nothing here.")
  static let noSuchWarehouse = Problem(
    status: .notFound,
    code: "noSuchWarehouse",
    message: "There is no such warehouse."
  )
  static let bodyTooSlow = Problem(
    status: .requestTimeout,
    code: "bodyTooSlow",
    message: "The body of the request arrived too slowly.",
    headers: [.connection: "close"]
  )

  static let bodyTooLarge = Problem(
    status: .contentTooLarge,
    code: "tooLarge",
    message: "The body of the request is too large.",
    // The rest of the body isn't read.
    headers: [.connection: "close"]
  )
  static let encodedBody = Problem(
    status: .unsupportedMediaType,
    code: "encodedBody",
    message: "The body of the request can't have a Content-Encoding.",
    headers: [.acceptEncoding: "identity"]
  )
  static let tooManyRequests = Problem(
    status: .tooManyRequests,
    code: "tooManyRequests",
    message: "There were too many requests from this address.",
    headers: [.retryAfter: "1"]
  )
  static let misdirected = Problem(
    status: .misdirectedRequest,
    code: "misdirected",
    message: "The server doesn't answer for this host. Its option --allow-host names further hosts."
  )

  static let busy = tryLater("warehouseBusy", "The warehouse has too much to do.")
  static let damaged = Problem(
    status: .internalServerError,
    code: "damaged",
    message: "The saved state of the warehouse can't be read. The server's log says more."
  )

  static let notReady = pausing(nil)

  /// - Parameter reason: Why; nil if that isn't known.
  static func pausing(_ reason: String?) -> Problem {
    refused("notReady", "The server has no part in the warehouses now.\(reason.map { " " + $0 } ?? "")")
  }

  static func malformed(_ message: String) -> Problem {
    Problem(status: .badRequest, code: "malformed", message: message)
  }

  static func invalid(_ message: String) -> Problem {
    Problem(status: .unprocessableContent, code: "invalid", message: message)
  }

  /// The problem of a request for which nothing was done.
  static func refused(_ code: String, _ message: String) -> Problem {
    Problem(
      status: .serviceUnavailable,
      code: code,
      message: message,
      headers: [.retryAfter: "1", .refused: "true"]
    )
  }

  static func tryLater(_ code: String, _ message: String) -> Problem {
    Problem(status: .serviceUnavailable, code: code, message: message, headers: [.retryAfter: "1"])
  }

  func response(from request: Request, context: some RequestContext) -> Response { response }

  var text: String { #"{"error":{"code":"\#(code)","message":\#(message.json)}}"# }

  var response: Response {
    var response = Response(
      status: status,
      headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension Problem {
  init(_ refusal: Refusal) {
    let (status, code, message): (HTTPResponse.Status, String, String) =
      switch refusal {
      case .noSuchItem: (.notFound, "noSuchItem", "There is no such item.")
      case .warehouseIsFull: (.conflict, "warehouseIsFull", "The warehouse can't have more items.")
      case .outOfStock: (.conflict, "outOfStock", "The item is out of stock.")
      case .notEnough(1): (.conflict, "notEnough", "Only 1 is in stock.")
      case .notEnough(let stock): (.conflict, "notEnough", "Only \(stock.grouped) are in stock.")
      case .keyOfAnotherOrder:
        (
          .unprocessableContent, "keyOfAnotherOrder",
          "Another order of the item had this key. Give each order a different key."
        )
      case .isEdited(let end):
        (.conflict, "isEdited", "Somebody else is editing the item, until \(end.time) at the latest.")
      case .leaseHasEnded: (.conflict, "leaseHasEnded", "The time for this edit is over. Begin a new one.")
      case .leaseOfAnother: (.forbidden, "leaseOfAnother", "Somebody else is editing the item.")
      }
    self.init(status: status, code: code, message: message)
  }

  private init(_ error: StoreError) {
    self =
      switch error.code {
      case .superseded: .refused("moving", "The warehouse is moving to another server.")
      case .notSaved: .refused("storageUnavailable", "The warehouse couldn't be saved, and is opened again.")
      case .tooManyWaiting, .inboxFull: .busy
      case .deadlineExceeded, .unanswered: .notKnown
      default: .refused("shuttingDown", "The server is shutting down.")
      }
  }

  static let notKnown = tryLater(
    "notKnown",
    "It isn't known whether the change was saved. Check before you try again."
  )

  init(_ error: CommitError) {
    self =
      switch (error.code, error.outcome) {
      case (.tooManyWaiting, _): .busy
      case (_, .notReduced): .refused("notDone", "Nothing was changed. Try again.")
      case (_, .notSaved): .refused("notSaved", "The change couldn't be saved, and was not made. Try again.")
      case (_, .saved):
        .tryLater("saved", "The change is saved. Don't send it again, but check the result.")
      default: .notKnown
      }
  }

  /// The problem that a client gets for an error; nil for an unexpected error.
  init?(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let refusal as Refusal: self.init(refusal)
    case is Gate.Refused: self = .busy
    case is Warehouses.NoSuchWarehouse: self = .noSuchWarehouse
    case is NIOTooManyBytesError: self = .bodyTooLarge
    // The client has ended the connection in the middle of the body, or its parts can't be separated.
    case is HTTPParserError:
      self.init(
        status: .badRequest,
        code: "malformed",
        message: "The body of the request can't be read.",
        headers: [.connection: "close"]
      )
    case let error as StoreError: self.init(error)
    case let error as StoreDirectoryError where error.code == .shutDown:
      self = .refused("shuttingDown", "The server is shutting down.")
    case let error as HomeError where error.code == .noLease: self = .notReady
    case is NotReady: self = .notReady
    case is HomeError, is WarehouseMoves:
      self = .refused("moving", "The warehouse is moving to another server.")
    case let error as CommitError where ![.cancelled, .notDurable].contains(error.code): self.init(error)
    case let error as StorageError where error.code == .unavailable:
      self = .tryLater("storageUnavailable", "The database doesn't answer.")
    case _ where Self.damage(error) != nil: self = .damaged
    case let error as any HTTPResponseError where error.status == .notFound: self = .notFound
    case let error as any HTTPResponseError:
      self.init(status: error.status, code: "refused", message: "\(error.status.reasonPhrase).")
    default: return nil
    }
  }

  /// The key of a saved value that can't be read, and what is wrong with it; nil for another error.
  static func damage(_ error: any Error) -> (key: String, text: String)? {
    switch error {
    case let error as StorageError where error.code == .corrupt: (error.key?.text ?? "", "\(error)")
    case let error as StateCodingError where error.code != .unencodable: (error.key?.text ?? "", "\(error)")
    default: nil
    }
  }
}
