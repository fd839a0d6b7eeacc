import Foundation

// Lists the public API that symbol graphs describe: one declaration a line, under its module, in order.

struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }

    let identifier: Identifier
    let pathComponents: [String]
    let accessLevel: String
    let declarationFragments: [Fragment]?
  }

  struct Module: Decodable { let name: String }

  let module: Module
  let symbols: [Symbol]
}

let files = CommandLine.arguments.dropFirst().sorted()
var lines: [String: Set<String>] = [:]
for file in files {
  let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: file)))
  for symbol in graph.symbols where ["public", "open"].contains(symbol.accessLevel) {
    // What a conformance to a protocol of the standard library brings with it is that library's.
    if symbol.identifier.precise.contains("::SYNTHESIZED::") { continue }
    let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let owner = symbol.pathComponents.dropLast().joined(separator: ".")
    lines[graph.module.name, default: []].insert("\(owner.isEmpty ? "" : owner + ": ")\(declaration)")
  }
}
for (module, declarations) in lines.sorted(by: { $0.key < $1.key }) {
  print("# \(module)\n")
  for declaration in declarations.sorted() { print(declaration) }
  print()
}
