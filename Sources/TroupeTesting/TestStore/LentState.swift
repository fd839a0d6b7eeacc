/// A state of the store under test, as the test gets it.
///
/// It is unchecked so that the state needn't be `Sendable`. The scheduler of a test store runs jobs only
/// while a statement of the test drives it, one job at a time, and each under the scheduler's lock. So the
/// feature and the test never use the objects that a state refers to at the same time.
/// `SettingsTests/testAStateThatIsNotSendable` uses such an object under the thread sanitizer.
struct LentState<State>: @unchecked Sendable {
  let value: State

  init(_ value: State) { self.value = value }
}
