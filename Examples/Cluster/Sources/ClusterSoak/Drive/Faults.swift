import Foundation
import Locks

extension Soak {
  private func note(_ fault: String) { faults.withLock { $0[fault, default: 0] += 1 } }

  /// Ends the run as failed: the fault that it was to test couldn't be injected.
  private func end(because error: any Error) -> Bool {
    failure.withLock { $0 = error }
    return true
  }

  /// Injects faults into a node repeatedly. When the task is cancelled, it repairs the node.
  func disturb(_ place: Place) async -> Bool {
    var random = SplitMix(state: options.seed &+ UInt64(place.number + 1))
    let lease = options.lease
    while !Task.isCancelled {
      await Self.pause(lease * Double.random(in: 1...4, using: &random))
      guard !Task.isCancelled else { break }
      do {
        switch UInt.random(in: 0..<(lab.hasLinks ? 7 : 5), using: &random) {
        case 0, 1:
          note("kill -9")
          place.current?.signal(SIGKILL)
          await place.current?.ended()
          await Self.pause(lease * Double.random(in: 0...1.5, using: &random))
          try await start(place)
        case 2, 3:
          note("SIGSTOP for longer than the lease")
          place.current?.signal(SIGSTOP)
          await Self.pause(lease * Double.random(in: 1.1...2.5, using: &random))
          place.current?.signal(SIGCONT)
        case 4:
          note("drained and restarted")
          place.current?.tell("drain")
          await endOrKill(place)
          try await start(place)
        default:
          note("link cut")
          try lab.setLink(place.number, isUp: false)
          await Self.pause(lease * Double.random(in: 0.1...2.5, using: &random))
          try lab.setLink(place.number, isUp: true)
        }
      } catch {
        return end(because: error)
      }
    }
    return false
  }

  /// Waits until a draining node has ended. While the database is unavailable, that takes too long.
  private func endOrKill(_ place: Place) async {
    guard let node = place.current else { return }
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await Self.pause(.seconds(5))
        // It is cancelled when the node has ended; another process may have its number by then.
        if !Task.isCancelled { node.signal(SIGKILL) }
        return false
      }
      group.addTask {
        await node.ended()
        return true
      }
      for await isOver in group where isOver { group.cancelAll() }
    }
  }

  /// Injects faults into the database repeatedly. When the task is cancelled, it repairs the database.
  func disturbDatabase() async -> Bool {
    var random = SplitMix(state: options.seed)
    let lease = options.lease
    while !Task.isCancelled {
      await Self.pause(lease * Double.random(in: 2...6, using: &random))
      guard !Task.isCancelled else { break }
      do {
        switch UInt.random(in: 0..<(lab.hasSmallDisk ? 3 : 2), using: &random) {
        case 0:
          note("database restarted at once")
          try await lab.restart("immediate")
        case 1:
          note("database restarted")
          try await lab.restart("fast")
        default:
          note("disk full")
          try await lab.fill()
          await Self.pause(lease * Double.random(in: 0.3...2, using: &random))
          try await lab.free()
        }
      } catch {
        return end(because: error)
      }
    }
    return false
  }
}
