import Troupe
import TroupeRecording

/// What happened in a store, for the time line.
struct InspectorEvent: Sendable {
  enum Kind: UInt8, Sendable, CaseIterable {
    case turn, action, effect, dismissal, dropped, cancelled, overflow, save

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
  /// What else is known, such as the payload of an action.
  var details: [String: RecordedValue] = [:]
}
