import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// The samples in the doc comments of histories and their checks.
final class HistorySamplesTests: GuideTestCase {
  private enum RegisterCall: Sendable {
    case read
    case write(Int)
  }

  private actor Register {
    private var value = 0

    func send(_ call: RegisterCall) throws -> Int {
      if case .write(let new) = call { value = new }
      return value
    }
  }

  // History
  func testHistory() async throws {
    let register = Register()
    let history = History<RegisterCall, Int>()
    await history.record(.write(1), client: "a") { try await register.send($0) }
    await history.record(.read, client: "b") { try await register.send($0) }
    history.check(
      .linearizable(initial: 0) { value, call in
        if case .write(let new) = call { value = new }
        return value
      }
    )
    XCTAssertEqual(history.calls.map(\.output), [1, 1])
  }

  private enum Stock: Hashable, Sendable { case remove(String) }

  private actor Warehouse {
    private(set) var orders: [Stock] = []

    func send(_ request: Stock) throws -> Int {
      orders.append(request)
      return 10 - orders.count
    }
  }

  // History.record, History.check, History.violation(of:), HistoryViolation, HistoryCheck.exactlyOnce(of:)
  func testRecordingCalls() async throws {
    let warehouse = Warehouse()
    let history = History<Stock, Int>()
    let stock = await history.record(.remove("apple"), client: "shop") { request in
      try await warehouse.send(request)
    }
    XCTAssertEqual(stock, 9)
    let orders = await warehouse.orders
    history.check(.exactlyOnce(of: orders))
    if let violation = history.violation(of: .exactlyOnce(of: orders)) { throw violation }
    await history.record(.remove("pear")) { _ in throw Refusal() }
    let violation = try XCTUnwrap(history.violation(of: .exactlyOnce(of: orders + [.remove("pear")])))
    XCTAssertEqual(violation.calls, [2])
  }

  // KnownFailure
  struct Refusal: KnownFailure {
    var hadNoEffect: Bool { true }
  }

  // HistoryCheck.custom
  func testCustom() async {
    let history = History<Int, Int>()
    await history.record(1) { _ in throw Refusal() }
    let check = HistoryCheck<Int, Int>
      .custom("at most one call fails") { calls in
        let failed = calls.filter { $0.output == nil }
        return failed.count > 1 ? "\(failed.count) calls failed." : nil
      }
    history.check(check)
    await history.record(2) { _ in throw Refusal() }
    XCTAssertEqual(history.violation(of: check)?.calls, [1, 2])
  }

  private struct Request: Sendable { let id: Int }
  private struct Charge { let order: Int }
  private struct Bank { let charges: [Charge] }

  // HistoryCheck.exactlyOnce(of:by:callsBy:)
  func testExactlyOnceByKey() async {
    let history = History<Request, Bool>()
    await history.record(Request(id: 1)) { _ in true }
    let bank = Bank(charges: [Charge(order: 1)])
    history.check(.exactlyOnce(of: bank.charges, by: \.order, callsBy: \.id))
    XCTAssertNotNil(history.violation(of: .exactlyOnce(of: [], by: \Charge.order, callsBy: \.id)))
  }

  private enum Access: Sendable {
    case read(String)
    case write(String)
  }

  private struct Row: Sendable { let version: Int }

  // HistoryCheck.monotonicReads(of:by:), HistoryCheck.monotonicReads(of:)
  func testMonotonicReads() async {
    let history = History<Access, Row>()
    await history.record(.read("x")) { _ in Row(version: 2) }
    await history.record(.read("y")) { _ in Row(version: 1) }
    await history.record(.write("x")) { _ in Row(version: 0) }
    history.check(
      .monotonicReads(of: \.version) { call in
        if case .read(let key) = call { key } else { nil }
      }
    )
    XCTAssertEqual(history.violation(of: .monotonicReads(of: \.version))?.calls, [1, 2])
  }

  private struct Deposit: Sendable {
    let account: String
    let amount: Int
  }

  // HistoryCheck.linearizable(initial:limit:apply:), HistoryCheck.linearizable(initial:by:limit:apply:)
  func testLinearizable() async {
    let amounts = History<Int, Int>()
    await amounts.record(5) { $0 }
    amounts.check(
      .linearizable(initial: 0) { total, amount in
        total += amount
        return total
      }
    )
    let history = History<Deposit, Int>()
    await history.record(Deposit(account: "a", amount: 5)) { $0.amount }
    await history.record(Deposit(account: "b", amount: 3)) { $0.amount }
    history.check(
      .linearizable(initial: 0, by: \.account) { balance, deposit in
        balance += deposit.amount
        return balance
      }
    )
    let check = HistoryCheck<Deposit, Int>
      .linearizable(initial: 0) { balance, deposit in
        balance += deposit.amount
        return balance
      }
    XCTAssertEqual(history.violation(of: check)?.calls, [1, 2])
  }

  private struct CounterCall: Sendable {
    let name: String
    var isRead = false
  }

  // HistoryCheck.linearizable(initial:limit:steps:), HistoryCheck.linearizable(initial:by:limit:steps:)
  func testNondeterministicModels() async {
    let bags = History<Void, Int>()
    await bags.record(()) { 2 }
    // `take` returns any element of a bag.
    bags.check(
      .linearizable(initial: Set(1...3)) { bag, call, output in
        guard let output else { return bag.map { bag.subtracting([$0]) } }
        return bag.contains(output) ? [bag.subtracting([output])] : []
      }
    )
    let history = History<CounterCall, Int>()
    for _ in 0..<15 { await history.record(CounterCall(name: "a")) { _ in 0 } }
    await history.record(CounterCall(name: "a", isRead: true)) { _ in 10 }
    await history.record(CounterCall(name: "b", isRead: true)) { _ in 0 }
    // The key is a counter's name. A read may be rounded down to tens.
    let check = HistoryCheck<CounterCall, Int>
      .linearizable(initial: 0, by: \.name) { count, call, output in
        guard call.isRead else { return [count + 1] }
        return output.map { $0 == count || $0 == count / 10 * 10 } ?? true ? [count] : []
      }
    history.check(check)
    await history.record(CounterCall(name: "b", isRead: true)) { _ in 10 }
    XCTAssertEqual(history.violation(of: check)?.calls, [18])
  }

  // MARK: The same samples with the names of the doc comments

  private struct Stored { let orders: [Stock] }

  func testEffectsOfAWarehouse() async throws {
    let history = History<Stock, Int>()
    let orders = [Stock.remove("apple"), .remove("pear")]
    let warehouse = Stored(orders: orders)
    for (number, order) in orders.enumerated() { await history.record(order) { _ in number } }
    for call in history.calls {
      print(call.number, call.input, call.outcome, call.startTime)
    }
    history.check(.exactlyOnce(of: warehouse.orders))
    if let violation = history.violation(of: .exactlyOnce(of: warehouse.orders)) { throw violation }
    history.check(
      .custom("at most one call fails") { calls in
        let failed = calls.filter { $0.output == nil }
        return failed.count > 1 ? "\(failed.count) calls failed." : nil
      }
    )
    await history.record(.remove("plum")) { _ in 2 }
    let violation = try XCTUnwrap(history.violation(of: .exactlyOnce(of: orders)))
    XCTAssertEqual(violation.calls, [3])
  }

  func testATotal() async {
    let history = History<Int, Int>()
    await history.record(5) { $0 }
    history.check(
      .linearizable(initial: 0) { total, amount in
        total += amount
        return total
      }
    )
  }

  func testABag() async {
    let history = History<Void, Int>()
    await history.record(()) { 2 }
    // `take` returns any element of a bag.
    history.check(
      .linearizable(initial: Set(1...3)) { bag, call, output in
        guard let output else { return bag.map { bag.subtracting([$0]) } }
        return bag.contains(output) ? [bag.subtracting([output])] : []
      }
    )
  }

  func testCounters() async {
    let history = History<CounterCall, Int>()
    await history.record(CounterCall(name: "a")) { _ in 0 }
    await history.record(CounterCall(name: "a", isRead: true)) { _ in 0 }
    // The key is a counter's name. A read may be rounded down to tens.
    history.check(
      .linearizable(initial: 0, by: \.name) { count, call, output in
        guard call.isRead else { return [count + 1] }
        return output.map { $0 == count || $0 == count / 10 * 10 } ?? true ? [count] : []
      }
    )
  }

  func testReads() async {
    let history = History<Access, Row>()
    await history.record(.read("x")) { _ in Row(version: 1) }
    history.check(.monotonicReads(of: \.version))
  }
}
