import Troupe

/// B21: requests that wait for an answer.
enum Requests {
  static var rows: [Row] {
    [
      asking("B21 `ask`, answered in the turn, beside a method that resumes its caller", .atOnce, aim: 4) {
        await $0.add(1)
      },
      asking(
        "B21 the same with a deadline, beside the method in a group with a timer",
        .atOnce,
        .seconds(10),
        aim: 2.5
      ) {
        await $0.addWithDeadline(1)
      },
      asking(
        "B21 `ask`, answered by an effect, beside a method whose task resumes its caller",
        .byEffect,
        aim: 8
      ) {
        await $0.addLater(1)
      },
      asking("B21 the same with a deadline", .byEffect, .seconds(10), aim: 3) {
        await $0.addLaterWithDeadline(1)
      },
      growth,
    ]
  }

  private static func asking(
    _ name: String,
    _ kind: Desk.Kind,
    _ deadline: Duration? = nil,
    aim: Double,
    _ ask: @escaping @Sendable (BareDesk) async -> Int
  ) -> Row {
    Row(
      name,
      aim: .ratio(aim),
      isConcurrent: kind == .byEffect || deadline != nil,
      count: 5_000,
      prepare: { (bare: BareDesk(), store: Desk.store()) },
      floor: { it, count in
        let bare = it.bare
        return await timed(count) { for _ in 0..<count { _ = await ask(bare) } }
      },
      troupe: { it, count in
        let store = it.store
        return await timed(count) {
          for _ in 0..<count { _ = try? await store.ask(within: deadline) { .add(1, kind, $0) } }
        }
      }
    )
  }

  /// Requests that all wait at the same time, and that one action answers.
  private static var growth: Row {
    func all(_ count: Int) async -> Sample {
      let store = Desk.store()
      return await timed(1) {
        await withTaskGroup { group in
          for _ in 0..<count {
            group.addTask { _ = try? await store.ask { .add(1, .kept, $0) } }
          }
          while await store.kept.count < count { await Task.yield() }
          await store.send(.answerAll)
        }
      }
    }
    return Row(
      "B21 40,000 that wait at once, in units of half as many",
      aim: .ratio(2.6),
      isConcurrent: true,
      count: 1,
      floor: { _ in await all(20_000) },
      troupe: { _ in await all(40_000) }
    )
  }
}

/// The raw operations that do the same minimum.
private actor BareDesk {
  private var sum = 0

  func add(_ number: Int) async -> Int {
    sum += number
    return await answer { $0.resume(returning: self.sum) }
  }

  func addLater(_ number: Int) async -> Int {
    sum += number
    return await answer { continuation in Task { [sum] in continuation.resume(returning: sum) } }
  }

  private func answer(_ begin: (CheckedContinuation<Int, Never>) -> Void) async -> Int {
    // A request can be cancelled; there is nothing to cancel in this one.
    await withTaskCancellationHandler {
      await withCheckedContinuation { begin($0) }
    } onCancel: {
    }
  }

  nonisolated func addWithDeadline(_ number: Int) async -> Int {
    await withDeadline { await self.add(number) }
  }

  nonisolated func addLaterWithDeadline(_ number: Int) async -> Int {
    await withDeadline { await self.addLater(number) }
  }

  private nonisolated func withDeadline(_ operation: @escaping @Sendable () async -> Int) async -> Int {
    await withTaskGroup(of: Int?.self) { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(10))
        return nil
      }
      group.addTask { await operation() }
      for await result in group {
        if let result {
          group.cancelAll()
          return result
        }
      }
      return 0
    }
  }
}
