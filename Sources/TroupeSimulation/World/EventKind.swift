/// A kind of event in a simulated world.
enum EventKind: Int {
  // Events of the network.
  case dropped, lost, repeated, delayed, partition, called, arrived, replied, timedOut
  // Events of processes.
  case started, startedAgain, wrongClock, ended, failed, crashed, terminated, paused, resumed, dateMoved,
    willCall
  // Events of storages.
  case databaseCall, slowDisk, failingDisk
  // Events of the world.
  case healed

  /// Whether the report of a failure lists the event, because it is a fault or the result of a fault.
  var isReported: Bool {
    switch self {
    case .dropped, .called, .arrived, .replied, .started, .ended, .resumed, .willCall, .databaseCall: false
    case .lost, .repeated, .delayed, .partition, .timedOut, .startedAgain, .wrongClock, .failed, .crashed,
      .terminated, .paused, .dateMoved, .slowDisk, .failingDisk, .healed:
      true
    }
  }
}
