/// The parameters of ``Effect/throttle(id:for:latest:clock:fileID:filePath:line:column:)``.
final class Throttle: Sendable {
  let id: CancelID
  let interval: Duration
  let latest: Bool
  let now: @Sendable () -> AnyInstant
  let pause: @Sendable (_ end: AnyInstant) -> OperatorTimer

  init(
    id: CancelID,
    interval: Duration,
    latest: Bool,
    now: @escaping @Sendable () -> AnyInstant,
    pause: @escaping @Sendable (_ end: AnyInstant) -> OperatorTimer
  ) {
    self.id = id
    self.interval = interval
    self.latest = latest
    self.now = now
    self.pause = pause
  }
}
