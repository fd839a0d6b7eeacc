/// A wrapper that passes a state of the store under test to the test.
///
/// The conformance is unchecked so that the state needn't be `Sendable`. A test store's scheduler runs jobs
/// only while a statement of the test drives it. The jobs run one at a time, each under the scheduler's lock.
/// The feature and the test therefore never use a state's objects at the same time.
/// `SettingsTests/testAStateThatIsNotSendable` checks this under the thread sanitizer.
struct LentState<State>: @unchecked Sendable {
  let value: State

  init(_ value: State) { self.value = value }
}
