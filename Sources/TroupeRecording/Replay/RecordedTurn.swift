/// A turn in a recording, which is a reduced action or a dismissal.
public struct RecordedTurn: Sendable {
  /// The turn's number, counted from one. In a later file of a recording, the numbers continue from the
  /// previous file.
  public let number: Int
  /// The action's type and case, without its payload; for a dismissal, `dismissal of` and the scope.
  public let label: String
  /// The action's identifier, which is also used in the run's logs and traces.
  public let id: String
  /// The way in which the action reached the store: `sent`, `enqueued`, `returned`, or `effect` and a number;
  /// nil for a dismissal.
  public let origin: String?
  /// The identifier of the action that caused the turn; nil if no action of the store caused it.
  public let cause: String?
  /// The identifier of the first action in the chain of causes; nil if no action of the store caused the
  /// turn.
  public let root: String?
  /// The time since the recording's first turn, in seconds.
  public let time: Double
  /// The encoded action; nil for a dismissal.
  public let action: RecordedValue?
  /// Whether a part of the turn was redacted, so that a replay doesn't reduce its action.
  public let isRedacted: Bool
  /// The scope of the effect that sent the action, or of the child that was dismissed, such as `/rows[…]`.
  public let scope: String
  /// The values that the reducer read from its dependencies, in order, each with the dependency's name.
  public let reads: [(name: String, value: RecordedValue)]
  let changes: [RecordedValue]
  /// The hash of the resulting state; nil if the recording doesn't contain the state. See
  /// ``RecordingOptions/stateInterval``.
  let hash: String?

  init?(_ line: RecordedValue) {
    guard let number = line["turn"]?.integer else { return nil }
    self.number = number
    hash = line["hash"]?.text
    let dismissed = line["dismissed"]?.text
    label = line["label"]?.text ?? "dismissal of \(dismissed ?? "/")"
    id = line["id"]?.text ?? ""
    origin = line["origin"]?.text
    cause = line["cause"]?.text
    root = line["root"]?.text
    scope = line["scope"]?.text ?? "/"
    time = line["at"]?.text.flatMap(Double.init) ?? 0
    action = line["action"]
    isRedacted = line["redacted"] == .bool(true)
    if action == nil, dismissed == nil { return nil }
    if action == nil || isRedacted, hash == nil { return nil }
    changes = line["changes"]?.elements ?? []
    var reads: [(String, RecordedValue)] = []
    for read in line["reads"]?.elements ?? [] {
      guard let parts = read.elements, parts.count == 2, let name = parts[0].text else { return nil }
      reads.append((name, parts[1]))
    }
    self.reads = reads
  }
}
