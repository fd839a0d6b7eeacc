let plugin = Plugin(macros: [
  "CaseReducerStateMacro": CaseReducerStateMacro.self,
  "CasePathableMacro": CasePathableMacro.self,
  "DependencyClientMacro": DependencyClientMacro.self,
  "DependencyEndpointMacro": DependencyEndpointMacro.self,
  "DependencyEntryMacro": DependencyEntryMacro.self,
  "MarkerMacro": MarkerMacro.self,
  "ObservableStateMacro": ObservableStateMacro.self,
  "ObservationStateIgnoredMacro": ObservationStateIgnoredMacro.self,
  "ReducerActionMacro": ReducerActionMacro.self,
  "ReducerMacro": ReducerMacro.self,
  "ViewActionMacro": ViewActionMacro.self,
])
let channel = Channel()
while let request = channel.receive() {
  guard channel.send(plugin.answer(request)) else { break }
}
