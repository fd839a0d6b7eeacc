import Foundation
import Troupe
import TroupeRecording
import XCTest

@testable import Shop

// swift-format-ignore-file

// Turns 1 to 8 of a recorded run. The state after them must be the one of the run.
final class ShopRecordingTests: XCTestCase {
  func testStateAfterTurn8() throws {
    let recording = #"""
      {"action":"Shop.Action","part":1,"recording":1,"state":"Shop.State","store":"\"shop\"","time":1795851177}
      {"after":0,"hash":"48d6bc5e44849902","state":{"rows":[{"id":"nails","ordered":0,"stock":10},{"id":"screws","ordered":0,"stock":10}],"secret":"hunter2","sold":0}}
      {"action":{"rowAdded":{"_0":"hooks"}},"at":"0.0","changes":[[["rows"],2,0,[{"id":"hooks","ordered":0,"stock":10}]]],"hash":"92886d2a93048fff","id":"9fd730c226fac2c7.1","label":"Shop.Action.rowAdded(…)","origin":"sent","scope":"/","turn":1}
      {"action":{"rows":{"_0":{"element":{"action":{"ordered":{"_0":5}},"id":"nails"}}}},"at":"0.002220252","changes":[[["rows",0,"ordered"],5]],"hash":"244fa2aa5a708c7a","id":"9fd730c226fac2c7.2","label":"Shop.Action.rows(.element(id: …, action: .ordered(…)))","origin":"sent","scope":"/","turn":2}
      {"action":{"rows":{"_0":{"element":{"action":{"arrived":{"_0":5}},"id":"nails"}}}},"at":"0.015546732","cause":"9fd730c226fac2c7.2","changes":[[["rows",0,"ordered"],0],[["rows",0,"stock"],15]],"hash":"bbbe775654890820","id":"9fd730c226fac2c7.3","label":"Shop.Action.rows(.element(id: …, action: .arrived(…)))","origin":"effect #3","root":"9fd730c226fac2c7.2","scope":"/rows[String(…)]","turn":3}
      {"action":{"rows":{"_0":{"element":{"action":{"editTapped":{}},"id":"screws"}}}},"at":"0.023437935","changes":[[["rows",1,"editor"],{"text":"screws"}]],"hash":"1b87f1b6cb7be8f9","id":"9fd730c226fac2c7.4","label":"Shop.Action.rows(.element(id: …, action: .editTapped))","origin":"sent","scope":"/","turn":4}
      {"action":{"rows":{"_0":{"element":{"action":{"editor":{"_0":{"presented":{"_0":{"typed":{"_0":"<b>screws</b>"}}}}}},"id":"screws"}}}},"at":"0.024097355","changes":[[["rows",1,"editor","text"],"<b>screws</b>"]],"hash":"295e9e2c609cae9a","id":"9fd730c226fac2c7.5","label":"Shop.Action.rows(.element(id: …, action: .editor(.presented(.typed(…)))))","origin":"sent","scope":"/","turn":5}
      {"action":{"rows":{"_0":{"element":{"action":{"editor":{"_0":{"presented":{"_0":{"closeTapped":{}}}}}},"id":"screws"}}}},"at":"0.025478918","hash":"295e9e2c609cae9a","id":"9fd730c226fac2c7.6","label":"Shop.Action.rows(.element(id: …, action: .editor(.presented(.closeTapped))))","origin":"sent","scope":"/","turn":6}
      {"action":{"rows":{"_0":{"element":{"action":{"editor":{"_0":{"dismiss":{}}}},"id":"screws"}}}},"at":"0.026339384","cause":"9fd730c226fac2c7.6","changes":[[["rows",1,"editor"]]],"hash":"bbbe775654890820","id":"9fd730c226fac2c7.7","label":"Shop.Action.rows(.element(id: …, action: .editor(.dismiss)))","origin":"effect #7","root":"9fd730c226fac2c7.6","scope":"/rows[String(…)]/editor","turn":7}
      {"action":{"sold":{"_0":3}},"at":"0.046050397","changes":[[["sold"],3]],"hash":"bbb477565480b39b","id":"9fd730c226fac2c7.8","label":"Shop.Action.sold(…)","origin":"sent","scope":"/","turn":8}
      {"end":8}
      """#
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data("\(recording)\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let replay = try Replay(file.path) { Shop() }
    let state = try RecordedValue(encoding: replay.state(after: 8))
    let expected = #"""
      {"rows":[{"id":"nails","ordered":0,"stock":15},{"id":"screws","ordered":0,"stock":10},{"id":"hooks","ordered":0,"stock":10}],"secret":"hunter2","sold":3}
      """#
    XCTAssertNil(try replay.divergence()?.description)
    XCTAssertEqual(String(decoding: state.json, as: UTF8.self), expected)
  }
}
