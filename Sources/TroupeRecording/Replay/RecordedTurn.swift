/// A turn of a recording: an action that was reduced, or a dismissal.
public struct RecordedTurn: Sendable {
  /// The number of the turn, from one. In a later file of a recording, it continues from the previous file.
  public let number: Int
  /// The type and the case of the action, without its payload; for a dismissal, `dismissal of` and the scope.
  public let label: String
  /// The identifier of the action, as in the logs and traces of the run.
  public let id: String
  /// The way in which the action reached the store: `sent`, `enqueued`, `returned`, or `effect` and a number;
  /// nil for a dismissal.
  public let origin: String?
  /// The identifier of the action that caused it; nil if nothing in the store caused it.
  public let cause: String?
  /// The identifier of the first action of the chain; nil if nothing in the store caused it.
  public let root: String?
  /// The time since the first turn of the recording, in seconds.
  public let time: Double
  /// The encoded action; nil for a dismissal.
  public let action: RecordedValue?
  /// Whether a part of the turn was redacted, so that it isn't reduced in a replay.
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
