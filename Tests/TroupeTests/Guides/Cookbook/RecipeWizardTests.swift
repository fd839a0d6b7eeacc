import Troupe
import TroupeTesting
import XCTest

// The recipe `RecipeWizard.md`.

@Reducer
struct NameStep {
  struct State: Equatable, Codable, Sendable { var name = "" }

  enum Action: Equatable {
    case nameChanged(String)
    case nextTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .nameChanged(let name) = action { state.name = name }
      return .none
    }
  }
}

@Reducer
struct PlanStep {
  struct State: Equatable, Codable, Sendable { var plan = "free" }

  enum Action: Equatable {
    case planChosen(String)
    case nextTapped
    case backTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .planChosen(let plan):
        state.plan = plan
        return .none
      case .nextTapped:
        return .none
      case .backTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
enum SignUpStep {
  case name(NameStep)
  case plan(PlanStep)
}

extension SignUpStep.State: Equatable {}

@Reducer
struct SignUp {
  struct Account: Equatable, Sendable {
    var name = ""
    var plan = ""
  }

  struct State: Equatable {
    var draft = Account()
    var steps = StackState<SignUpStep.State>([.name(NameStep.State())])
    var account: Account?
  }

  enum Action {
    case steps(StackActionOf<SignUpStep>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .steps(.element(let id, .name(.nextTapped))):
        guard let step = state.steps[id: id, case: \.name], !step.name.isEmpty else { return .none }
        state.draft.name = step.name
        state.steps.append(.plan(PlanStep.State()))
        return .none

      case .steps(.element(let id, .plan(.nextTapped))):
        guard let step = state.steps[id: id, case: \.plan] else { return .none }
        state.draft.plan = step.plan
        state.account = state.draft
        state.steps = StackState()
        return .none

      case .steps:
        return .none
      }
    }
    .forEach(\.steps, action: \.steps)
  }
}

final class SignUpTests: XCTestCase {
  func testForwardBackAndToTheEnd() async {
    let store = TestStore(initialState: SignUp.State()) { SignUp() }

    await store.send(.steps(.element(id: 0, action: .name(.nextTapped))))
    await store.send(.steps(.element(id: 0, action: .name(.nameChanged("Ada"))))) {
      $0.steps[id: 0, case: \.name]?.name = "Ada"
    }
    await store.send(.steps(.element(id: 0, action: .name(.nextTapped)))) {
      $0.draft.name = "Ada"
      $0.steps.append(.plan(PlanStep.State()))
    }
    await store.send(.steps(.element(id: 1, action: .plan(.backTapped))))
    await store.receive(\.steps.popFrom, 1) { $0.steps.pop(from: 1) }
    await store.send(.steps(.element(id: 0, action: .name(.nextTapped)))) {
      $0.steps.append(.plan(PlanStep.State()))
    }
    await store.send(.steps(.element(id: 2, action: .plan(.planChosen("pro"))))) {
      $0.steps[id: 2, case: \.plan]?.plan = "pro"
    }
    await store.send(.steps(.element(id: 2, action: .plan(.nextTapped)))) {
      $0.draft.plan = "pro"
      $0.account = SignUp.Account(name: "Ada", plan: "pro")
      $0.steps = StackState()
    }
    await store.finish()
  }
}
