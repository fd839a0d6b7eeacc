import Troupe

/// An error of a call from one part of a simulated world to another.
public enum CallError: KnownFailure, CustomStringConvertible {
  /// The callee isn't running, or doesn't serve calls with this name. The request wasn't processed.
  case refused
  /// No reply has arrived within the caller's time limit. The request may have been processed, or may still
  /// be processed later.
  case timedOut
  /// The callee ended after the request had arrived and before the reply was sent. The request may have been
  /// processed.
  case reset
  /// The callee's handler threw an error.
  case failed(any Error)
  /// The reply has another type than the caller expects, or the request has another type than the service
  /// expects.
  case wrongType(String)
  /// The request or the reply can't be encoded as bytes, or can't be decoded from them. See
  /// ``World/messageFormat``.
  case malformed(String)

  /// Whether the call certainly had no effect. For an error of the handler, this depends on the error.
  public var hadNoEffect: Bool {
    switch self {
    case .refused: true
    // Only the reply may be wrong.
    case .timedOut, .reset, .wrongType, .malformed: false
    case .failed(let error): (error as? any KnownFailure)?.hadNoEffect ?? false
    }
  }

  /// A description of the error.
  public var description: String {
    switch self {
    case .refused: "the call was refused: the callee isn't running, or doesn't serve calls with this name"
    case .timedOut: "no reply arrived in time"
    case .reset: "the callee ended before it replied"
    case .failed(let error): "the callee failed: \(error)"
    case .wrongType(let text), .malformed(let text): text
    }
  }
}
