import Foundation

/// The machine on which the program measures.
enum Machine {
  static var description: String {
    let information = ProcessInfo.processInfo
    let memory = Int((Double(information.physicalMemory) / 1_073_741_824).rounded())
    return """
      \(processor), \(information.activeProcessorCount) cores, \(memory) GiB; \(information.operatingSystemVersionString); \
      Swift \(compiler), release
      """
  }

  private static var processor: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return name.map { $0.trimmingCharacters(in: .whitespaces) } ?? "a processor without a name"
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
