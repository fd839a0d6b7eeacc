import Troupe
import TroupeTesting
import XCTest

// The samples of `ObservingState.md`. In debug builds only, like the samples of `Macros.md`.
#if DEBUG

  @Reducer
  struct MailItem {
    struct State: Equatable, Identifiable {
      let id: Int
      var isRead = false
      var label = ""
    }
    enum Action { case read, labelled(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .read: state.isRead = true
      case .labelled(let label): state.label = label
      }
      return .none
    }
  }

  @Reducer
  struct Draft {
    struct State: Equatable {
      var text = ""
      var address = ""
    }
    enum Action { case typed(String), addressed(String), autosave }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let text): state.text = text
      case .addressed(let address): state.address = address
      case .autosave: return .run { _ in try await waitForCancellation() }
      }
      return .none
    }
  }

  @Reducer
  struct Mailbox {
    struct State: Equatable {
      var name = "Inbox"
      var mails: IdentifiedArrayOf<MailItem.State> = []
      @Presents var draft: Draft.State? = nil
      @ObservationStateIgnored var polls = 0
    }
    enum Action {
      case arrived(MailItem.State)
      case draft(PresentationAction<Draft.Action>)
      case mails(IdentifiedAction<Int, MailItem.Action>)
      case newDraftTapped
      case polled
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .arrived(let mail): state.mails.append(mail)
        case .newDraftTapped: state.draft = Draft.State()
        case .polled: state.polls += 1
        case .draft, .mails: break
        }
        return .none
      }
      .forEach(\.mails, action: \.mails) { MailItem() }
      .ifLet(\.$draft, action: \.draft) { Draft() }
    }
  }

  /// Where a sample shows what it reads.
  private struct Display: Sendable {
    let shown = Collector<String>()

    func show(_ text: String) { shown.append(text) }
  }

  final class ObservingStateTests: TroupeTestCase {
    func testAClosureRunsAgainWhenWhatItReadHasChanged() async throws {
      try await underSeeds { scheduler, _ in
        let screen = Display()
        let store = Store(initialState: Mailbox.State(), configuration: scheduler.configuration()) {
          Mailbox()
        }
        let observing = Task(executorPreference: scheduler) {
          await store.observe { state in
            let unread = state.mails.count { !$0.isRead }
            screen.show("\(state.name) (\(unread)) \(state.draft?.text ?? "")")
          }
        }
        await scheduler.settle()
        for action: Mailbox.Action in [
          .arrived(MailItem.State(id: 1)), .mails(.element(id: 1, action: .labelled("a"))), .polled,
          .mails(.element(id: 1, action: .read)), .newDraftTapped,
          .draft(.presented(.addressed("a@b.c"))), .draft(.presented(.typed("Hello"))), .draft(.dismiss),
        ] {
          await store.send(action)
          await scheduler.settle()
        }
        XCTAssertEqual(
          screen.shown.all,
          ["Inbox (0) ", "Inbox (1) ", "Inbox (0) ", "Inbox (0) ", "Inbox (0) Hello", "Inbox (0) "]
        )
        observing.cancel()
      }
    }

    func testAMemberIsFollowed() async throws {
      try await underSeeds { scheduler, _ in
        let screen = Display()
        let store = Store(initialState: Mailbox.State(), configuration: scheduler.configuration()) {
          Mailbox()
        }
        let following = Task(executorPreference: scheduler) {
          for await name in store.states(\.name) {
            screen.show(name)
          }
        }
        await scheduler.settle()
        await store.send(.polled)
        await scheduler.settle()
        XCTAssertEqual(screen.shown.all, ["Inbox"])
        following.cancel()
      }
    }

    func testAPartIsWaitedFor() async throws {
      try await underSeeds { scheduler, _ in
        let store = Store(initialState: Mailbox.State(), configuration: scheduler.configuration()) {
          Mailbox()
        }
        let waiting = Task(executorPreference: scheduler) {
          let count = try await store.wait(for: \.mails.count, until: { $0 > 0 })
          return count
        }
        await scheduler.settle()
        await store.send(.polled)
        await store.send(.arrived(MailItem.State(id: 1)))
        let count = try await waiting.value
        XCTAssertEqual(count, 1)
      }
    }

    func testAnotherDraftEndsTheEffectsOfTheOldOne() async throws {
      try await underSeeds { scheduler, _ in
        let store = Store(initialState: Mailbox.State(), configuration: scheduler.configuration()) {
          Mailbox()
        }
        await store.send(.newDraftTapped)
        let saving = await store.send(.draft(.presented(.autosave)))
        await store.send(.draft(.presented(.typed("Hello"))))
        let running = await store.runningEffects.count
        XCTAssertEqual(running, 1)
        await store.send(.newDraftTapped)
        await saving.finish()
        let effects = await store.runningEffects
        XCTAssertTrue(effects.isEmpty)
      }
    }
  }

#endif
