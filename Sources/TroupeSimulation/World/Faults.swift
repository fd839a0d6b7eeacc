/// The kinds of faults that a simulation injects.
public struct Faults: OptionSet, Hashable, Sendable {
  /// The bits of the kinds.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  init(_ kind: FaultKind) { self.init(rawValue: 1 << kind.rawValue) }

  /// A process ends between two jobs, or before one of its calls to a disk or to the network. Its disk keeps
  /// the synced changes, and an arbitrary part of the other changes. The process starts again after a delay.
  public static let crashes = Faults(.crash)
  /// A process stops for a while, as after SIGSTOP or during a long garbage collection of its host, and then
  /// continues as if no time had passed.
  public static let pauses = Faults(.pause)
  /// Messages between two parts of the system are lost for a while, in one direction or in both.
  public static let partitions = Faults(.partition)
  /// A message arrives late, possibly after later messages.
  public static let delays = Faults(.delay)
  /// A message is lost.
  public static let losses = Faults(.loss)
  /// A request arrives twice.
  public static let repetitions = Faults(.repetition)
  /// A call to a disk takes up to several seconds.
  public static let slowDisks = Faults(.slowDisk)
  /// A call to a disk fails, because the disk is full or has a fault.
  public static let failingDisks = Faults(.failingDisk)
  /// A process's date is wrong or jumps, and its monotonic clock is too fast or too slow.
  public static let clocks = Faults(.clock)

  /// All kinds of faults.
  public static let all = Faults(rawValue: (1 << FaultKind.allCases.count) - 1)
}

/// A kind of fault. The raw values number the kinds in the points at which faults are chosen.
enum FaultKind: Int, CaseIterable {
  case crash, pause, partition, delay, loss, repetition, slowDisk, failingDisk, clock

  /// The probability of the fault at each of its points, before the seed scales it.
  var probability: Double {
    switch self {
    case .crash: 0.004
    case .pause: 0.003
    case .partition: 0.004
    case .delay: 0.03
    case .loss: 0.02
    case .repetition: 0.03
    case .slowDisk: 0.01
    case .failingDisk: 0.004
    case .clock: 0.003
    }
  }
}

/// The kinds of points at which random numbers that aren't faults are drawn.
enum DrawKind: Int {
  case scale = 100, latency, duration, restart, survival, extent
}
