import CoreMetrics
import Logging
import ServiceLifecycle
import Synchronization
import Troupe
import TroupeDurable
import TroupeLogging
import TroupeMetrics
import TroupeTracing
import WarehouseFeature

/// The server of the warehouses: an API and pages.
package struct WarehouseServer: WarehouseSite {
  package typealias Names = @Sendable (_ after: String, _ limit: Int) async throws -> [String]

  private let current: CurrentWarehouses
  package let cluster: Cluster?
  /// The names of warehouses in order: the names after one, and how many at most.
  let names: Names?
  package let limits: Limits
  package let metrics: PrometheusMetrics
  package let clients: Clients
  package let logger: Logger
  let admission: Admission
  /// Whether the warehouses can be saved; nil if saving is off.
  package let saving: StorageWatch?
  let deadlines: Deadlines
  /// How long a reader waits for a store that isn't saved, and for one that can't be saved.
  let (patience, shortPatience): (Deadlines, Deadlines)
  /// How long the program has after the signal to end.
  package let grace: Grace

  /// - Parameters:
  ///   - storage: Where the warehouses are saved; nil to discard them at the end.
  ///   - names: Returns the names of saved warehouses, in order: the names after one, and how many at most.
  ///   - cluster: The programs that share the warehouses; nil if they aren't shared.
  ///   - capacity: How many warehouses are kept open.
  ///   - editTime: The maximum time for which an item can be edited.
  ///   - limits: The limits for clients.
  ///   - threads: The threads on which the stores run.
  ///   - instruments: Further instruments of each store.
  ///   - onOpen: Called with each store that is opened; nil for nothing.
  ///   - logger: The logger for events that no request has caused.
  ///   - clock: The clock for the times of requests and of the shutdown.
  ///   - reason: Makes the sentence that clients get for an error of the storage.
  package init(
    storage: (any Storage)?,
    names: Names?,
    cluster: Cluster? = nil,
    capacity: Int = 1_000,
    editTime: Duration = Lease.duration,
    limits: Limits = Limits(),
    threads: StoreThreads = .shared,
    instruments: [any Instrument] = [],
    onOpen: Warehouses.OnOpen? = nil,
    logger: Logger,
    clock: any Clock<Duration> = ContinuousClock(),
    reason: @escaping StorageWatch.Reason = { _ in "The database doesn't answer." }
  ) {
    let admission = Admission(limits, on: threads)
    let saving = storage.map {
      StorageWatch($0, isShared: cluster != nil, reason: reason, logger: logger, clock: clock)
    }
    let metrics = PrometheusMetrics()
    var configuration = StoreConfiguration<Warehouse.Action>()
    configuration.name = "warehouse"
    // From the outside in.
    configuration.instruments = [
      TracingInstrument(), LoggingInstrument(logger: logger), MetricsInstrument(factory: metrics),
    ]
    configuration.instruments += instruments
    let frozen = configuration
    current = CurrentWarehouses(cluster?.sharing) { sharing in
      Warehouses(
        storage: storage.map { $0.watched(by: saving) },
        sharing: sharing?.watched(by: saving),
        capacity: capacity,
        editTime: editTime,
        configuration: frozen,
        executors: WarehouseExecutors(opening: admission.executor) { StoreLane(on: threads) },
        onOpen: onOpen
      ) {
        $0.context = .live
      }
    }
    self.cluster = cluster
    self.names = names
    self.limits = limits
    self.metrics = metrics
    self.logger = logger
    self.admission = admission
    clients = Clients(limits)
    metrics.add { [clients] in clients.connections.samples }
    self.saving = saving
    deadlines = Deadlines(limits.requestTime, clock: clock)
    patience = Deadlines(min(.milliseconds(250), limits.requestTime / 2), clock: clock)
    shortPatience = Deadlines(.milliseconds(25), clock: clock)
    grace = Grace(limits.graceTime, clock: clock)
    if let cluster {
      metrics.add { [current] in cluster.samples(openWarehouses: current.value.openNames.count) }
    }
  }

  var warehouses: Warehouses { current.value }

  /// Begins again with what a cluster provides, when the previous warehouses have been shut down.
  func begin(_ sharing: SharedWarehouses) { current.begin(sharing) }

  /// All of its routes, in the order of the readme.
  package var routes: [Route] {
    (itemRoutes + eventRoutes + pageRoutes + probeRoutes + operationsRoutes).map { limited($0) }
  }

  /// The services that run until the program ends. The stores end after the server, which waits for its
  /// requests.
  ///
  /// - Parameters:
  ///   - onRunning: Called when it listens.
  ///   - onSignal: Called at the signal that ends the program.
  package func services(
    host: String,
    port: Int,
    onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
    onSignal: @escaping @Sendable () -> Void = {}
  ) -> [any Service] {
    guard let cluster else {
      return [
        StoreService(server: self), SavingService(saving: saving),
        application(host: host, port: port, onRunning: onRunning),
        GraceService(server: self, onSignal: onSignal),
      ]
    }
    // They end from the last to the first: the warehouses are handed over while the server still answers.
    return [
      ClusterService(server: self, cluster: cluster, logger: logger), SavingService(saving: saving),
      application(host: host, port: port) { port in
        await cluster.join(listeningOn: port)
        await onRunning(port)
      },
      DrainService(server: self, cluster: cluster, logger: logger),
      GraceService(server: self, onSignal: onSignal),
    ]
  }
}

/// The warehouses of a server, which begins again when it has lost its part in them.
private final class CurrentWarehouses: Sendable {
  private let make: @Sendable (SharedWarehouses?) -> Warehouses
  private let current: Mutex<Warehouses>

  init(_ sharing: SharedWarehouses?, _ make: @escaping @Sendable (SharedWarehouses?) -> Warehouses) {
    self.make = make
    current = Mutex(make(sharing))
  }

  var value: Warehouses { current.withLock { $0 } }

  func begin(_ sharing: SharedWarehouses) {
    let new = make(sharing)
    current.withLock { $0 = new }
  }
}
