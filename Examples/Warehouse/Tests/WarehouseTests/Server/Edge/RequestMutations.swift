/// Requests that are nearly valid. Each has a number, by which it can be created again.
struct RequestMutations {
  private static let host = "Host: localhost\r\n"
  private static let json = "Content-Type: application/json\r\n"
  private static let form = "Content-Type: application/x-www-form-urlencoded\r\n"
  private static let api = "/api/warehouses/north"

  private static func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\n\(host)\(fields)\r\n"
  }

  private static func post(_ target: String, _ fields: String, _ body: String) -> String {
    "POST \(target) HTTP/1.1\r\n\(host)\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Requests of all routes, and of everything that the parser and the edge distinguish.
  private static let templates: [[UInt8]] = [
    get("/"), get("/healthz"), get("/readyz", "Accept: text/html\r\n"), get("/metrics"), get("/openapi.json"),
    get("/page.css", "If-None-Match: \"a\"\r\n"),
    get("/warehouses/north?q=b%C3%A9&status=low&limit=3&after=1"),
    get("\(api)/items?q=%41&limit=1000&after=0", "X-Request-ID: a-b.c_1\r\n"), get("\(api)/items/1"),
    get(
      "/api/warehouses?after=a&limit=1",
      "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n"
    ),
    get("\(api)/events", "Last-Event-ID: 1\r\nAccept: text/event-stream\r\n"),
    get("http://localhost/healthz"), get("/healthz", "Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n"),
    get("/warehouses/north/items/1/edit?lease=a"), "GET /healthz HTTP/1.0\r\n\r\n",
    "HEAD \(api)/items HTTP/1.1\r\n\(host)\r\n", "OPTIONS * HTTP/1.1\r\n\(host)\r\n",
    "PUT \(api) HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", "DELETE \(api) HTTP/1.1\r\n\(host)\r\n",
    "PATCH \(api)/items/1 HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{}", "TRACE / HTTP/1.1\r\n\(host)\r\n",
    post("\(api)/items", json, #"{"name":"N\u00fcts","status":"inStock","quantity":5}"#),
    post("\(api)/items/1/order", json, #"{"quantity":1,"key":"a"}"#), post("\(api)/items/1/edit", json, ""),
    post(
      "\(api)/items/1/save",
      json,
      #"{"lease":"a","name":"b","status":"outOfStock","isOnBackOrder":true}"#
    ),
    post("\(api)/items/1/order", json + "Expect: 100-continue\r\n", #"{"quantity":1}"#),
    post("\(api)/items/1/order", json + "Content-Encoding: identity\r\n", #"{"quantity":1}"#),
    post("/warehouses", form + "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n", "name=s%6futh"),
    post("/warehouses/north/items", form + "Accept: text/html\r\n", "name=a+b&status=inStock&quantity=3"),
    post("/warehouses/north/items/1/order", form, "quantity=1&key=k"),
    "POST \(api)/items/1/order HTTP/1.1\r\n\(host)\(json)Transfer-Encoding: chunked\r\n\r\n"
      + "5;a=b\r\n{\"qua\r\n9\r\nntity\":1}\r\n0\r\nTrailer: a\r\n\r\n",
    get("/healthz") + get("/") + "HEAD / HTTP/1.1\r\n\(host)\r\n" + post("/warehouses", form, "name=x"),
  ].map { Array($0.utf8) }

  /// The text that is inserted, or replaces another text.
  private static let bad: [[UInt8]] =
    [
      "\r\n", "\n", "\r", "\0", " ", "\t", ":", "::", "%", "%00", "%zz", "%c0%af", "/", "//", "/../", "\\",
      "\"", ";",
      ",", "?", "#", "*", "@", "\u{7f}", "é", "\u{202e}", "-1", "+1", "0", "00014", "65537", "4294967296",
      "9223372036854775808", "-9223372036854775808", "1.5", "1e309", "0x10", "FFFFFFFFFFFFFFFF", "null",
      "[[[[", "{}",
      "HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/11.1", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "CONNECT a:1",
      "Host: evil.example\r\n", "Host: [::1]\r\n", "Host:\r\n", "Content-Length: 5\r\n",
      "Content-Length: -1\r\n",
      "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
      "Transfer-Encoding: gzip\r\n",
      "Transfer-Encoding : chunked\r\n", "Content-Encoding: gzip\r\n", "Expect: 100-continue\r\n",
      "Expect: x\r\n",
      "Connection: close\r\n", "Connection: x-request-id\r\n", "Warehouse-Edge: malformed\r\n", " folded\r\n",
      "X-Request-ID: \u{7}\r\n", "Sec-Fetch-Site: cross-site\r\n", "Origin: null\r\n",
      "Accept: text/html\r\n",
      "Last-Event-ID: 9999999999999999999\r\n", "Upgrade: websocket\r\n", "Cookie: a\r\n", "0\r\n\r\n",
    ].map { Array($0.utf8) } + [
      [0xFF], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF],
      Array(repeating: 0x61, count: 3_000), Array(repeating: 0x61, count: 40_000),
      Array(String(repeating: "a: b\r\n", count: 120).utf8), Array(repeating: 0x5B, count: 2_000),
    ]

  /// The bytes of a request.
  static func request(_ number: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 34 << 32 | UInt64(number))
    var bytes = templates[number % templates.count]
    // Some are valid.
    for _ in 0..<Int.random(in: 0...4, using: &generator) { mutate(&bytes, using: &generator) }
    return bytes
  }

  private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let index = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(index + Int.random(in: 0...12, using: &generator), bytes.count)
    switch Int.random(in: 0..<11, using: &generator) {
    case 0 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 2: bytes.removeSubrange(index..<end)
    case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
    case 4: bytes.removeSubrange(index...)
    case 5: bytes.replaceSubrange(index..<end, with: bad.randomElement(using: &generator) ?? [])
    case 6: changeLines(&bytes, using: &generator)
    case 7: changeNumber(&bytes, using: &generator)
    case 8:
      // The beginning of one and the end of another.
      let other = templates.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(index..., with: other[Int.random(in: 0...other.count, using: &generator)...])
    case 9:
      let noise = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      bytes.insert(contentsOf: noise, at: index)
    default: bytes.insert(contentsOf: bad.randomElement(using: &generator) ?? [], at: index)
    }
  }

  /// Removes, repeats, moves or adds a line.
  private static func changeLines(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let (from, to) = (
      Int.random(in: 0..<lines.count, using: &generator), Int.random(in: 0..<lines.count, using: &generator)
    )
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: lines.remove(at: from)
    case 1: lines.insert(lines[from], at: to)
    case 2: lines.swapAt(from, to)
    default:
      let fields = bad.filter { $0.count > 4 && $0.suffix(2) == [13, 10] }
      lines.insert((fields.randomElement(using: &generator) ?? []).dropLast(), at: min(1, to))
    }
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func changeNumber(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
    guard let first = digits.randomElement(using: &generator) else { return }
    let numbers = bad.filter { $0.contains { (0x30...0x39).contains($0) } && $0.count < 24 }
    let end = bytes[first...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
    bytes.replaceSubrange(first..<end, with: numbers.randomElement(using: &generator) ?? [])
  }
}
