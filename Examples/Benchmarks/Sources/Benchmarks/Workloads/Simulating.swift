import Troupe
import TroupeSimulation

/// B24: the cost of simulations.
enum Simulating {
  static var rows: [Row] {
    [
      Row(
        "B24 `simulate`, for one run of 60 seconds with all faults",
        // The allocations depend on the faults, and so on the number of seeds.
        isConcurrent: true,
        count: 100,
        shortCount: 20,
        floor: nil,
        troupe: { count in
          await timed(count) { await simulate(schedules: count) { try await Shop.sell(in: $0) } }
        }
      ),
      // A round to warm up and three rounds make 10,000 runs.
      Row(
        "B24 memory that is in use after a run of `simulate`",
        unit: .bytes,
        aim: .bytes(200),
        isConcurrent: true,
        count: 2_500,
        shortCount: 100,
        floor: nil,
        troupe: { count in
          await held(count) { await simulate(schedules: count) { try await Shop.sell(in: $0) } }
        }
      ),
    ]
  }
}
