import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation

/// An item while a client edits it.
///
/// The state declares the lease: as long as the editor is presented, an effect waits for the lease's end and
/// then dismisses the editor. A store that is restored after a crash restarts the effect.
@Reducer
package struct ItemEditor: Sendable {
  package struct State: Codable, Equatable, Sendable {
    package var lease: Lease
    package var draft: Draft

    package init(lease: Lease, draft: Draft) {
      self.lease = lease
      self.draft = draft
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case save(Draft)
    case cancel
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date
  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .save(let draft) = action { state.draft = draft }
      return .run(name: "close") { _ in await dismiss() }
    }
    .task(id: { $0.lease }) { lease in
      .run(name: "lease") { _ in
        // The wall clock isn't read again: it may be set back in the meantime.
        let now = WallClockInstant(date.now)
        let rest = now.duration(to: lease.end(seenAt: now))
        if rest > .zero { try await clock.sleep(for: rest) }
        await dismiss()
      }
    }
  }
}
