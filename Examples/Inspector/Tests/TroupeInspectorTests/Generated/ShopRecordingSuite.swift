import Foundation
import Testing
import Troupe
import TroupeRecording

@testable import Shop

// swift-format-ignore-file

// Turns 4 to 5 of a recorded run. The state after them must be the one of the run.
struct ShopRecordingSuite {
  @Test func stateAfterTurn5() throws {
    let recording = #"""
      {"action":"Shop.Action","part":1,"recording":1,"state":"Shop.State","store":"\"shop\"","time":1795851177}
      {"after":3,"hash":"bbbe775654890820","state":{"rows":[{"id":"nails","ordered":0,"stock":15},{"id":"screws","ordered":0,"stock":10},{"id":"hooks","ordered":0,"stock":10}],"secret":"hunter2","sold":0}}
      {"action":{"rows":{"_0":{"element":{"action":{"editTapped":{}},"id":"screws"}}}},"at":"0.023437935","changes":[[["rows",1,"editor"],{"text":"screws"}]],"hash":"1b87f1b6cb7be8f9","id":"9fd730c226fac2c7.4","label":"Shop.Action.rows(.element(id: …, action: .editTapped))","origin":"sent","scope":"/","turn":4}
      {"action":{"rows":{"_0":{"element":{"action":{"editor":{"_0":{"presented":{"_0":{"typed":{"_0":"<b>screws</b>"}}}}}},"id":"screws"}}}},"at":"0.024097355","changes":[[["rows",1,"editor","text"],"<b>screws</b>"]],"hash":"295e9e2c609cae9a","id":"9fd730c226fac2c7.5","label":"Shop.Action.rows(.element(id: …, action: .editor(.presented(.typed(…)))))","origin":"sent","scope":"/","turn":5}
      {"end":5}
      """#
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data("\(recording)\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let replay = try Replay(file.path) { Shop() }
    let state = try RecordedValue(encoding: replay.state(after: 5))
    let expected = #"""
      {"rows":[{"id":"nails","ordered":0,"stock":15},{"editor":{"text":"<b>screws</b>"},"id":"screws","ordered":0,"stock":10},{"id":"hooks","ordered":0,"stock":10}],"secret":"hunter2","sold":0}
      """#
    #expect(try replay.divergence()?.description == nil)
    #expect(String(decoding: state.json, as: UTF8.self) == expected)
  }
}
