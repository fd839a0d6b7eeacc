import Troupe
import TroupeRecording

/// What happened in a store, for the time line.
struct InspectorEvent: Sendable {
  enum Kind: UInt8, Sendable, CaseIterable {
    case turn, action, effect, dismissal, dropped, cancelled, overflow, save, job

    var name: String { "\(self)" }
  }

  /// How an event is placed in time.
  enum Phase: Sendable { case whole, begin, end }

  var kind: Kind
  var phase = Phase.whole
  /// In nanoseconds after the inspector was made.
  var start: Int64
  var end: Int64
  var run: UInt64
  var label: String
  var scope = "/"
  /// The number of the action or dismissal; zero if there is none.
  var number: UInt64 = 0
  var cause: Cause?
  /// The number of the effect, as text; empty if there is none.
  var effect = ""
  /// The number of the turn; zero if it isn't one.
  var turn: UInt64 = 0
  /// What else is known, such as the payload of an action.
  var details: [String: RecordedValue] = [:]
}

extension InspectorEvent {
  // Most events have the same details, which they share: there can be a million of them.
  private static let sent: [String: RecordedValue] = ["origin": .string("sent")]
  private static let enqueued: [String: RecordedValue] = ["origin": .string("enqueued")]
  private static let returned: [String: RecordedValue] = ["origin": .string("returned")]
  private static let ofEffect: [String: RecordedValue] = ["origin": .string("effect")]
  private static let turns: [[String: RecordedValue]] = (0...16).map { ["actions": .int($0)] }

  static func details(_ origin: ActionInfo.Origin) -> [String: RecordedValue] {
    switch origin {
    case .sent: sent
    case .enqueued: enqueued
    case .returned: returned
    case .effect: ofEffect
    @unknown default: ["origin": .string("\(origin)")]
    }
  }

  static func details(actionCount: Int) -> [String: RecordedValue] {
    turns.indices.contains(actionCount) ? turns[actionCount] : ["actions": .int(actionCount)]
  }
}
