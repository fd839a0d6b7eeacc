import Foundation

/// A trace that was read from a file.
package struct Trace: Sendable {
  /// An event of the trace-event format.
  package struct Event: Sendable {
    package let phase: String
    package let category: String
    package let name: String
    package let process: Int
    package let thread: Int
    /// The time in nanoseconds.
    package let time: Int
    package let id: String?
    package let arguments: [String: String]

    var track: Track { Track(process: process, thread: thread) }
  }

  /// The place of slices.
  package struct Track: Hashable, Sendable {
    package let process: Int
    package let thread: Int
  }

  /// Why a text isn't a trace.
  package struct NotATrace: Error, CustomStringConvertible {
    package let description: String
  }

  package let events: [Event]
  /// Whether the end is missing.
  package let isCut: Bool

  /// Reads a trace.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - isCut: Whether the end may be missing: the bracket, and a part of the last line. The rest is read as
  ///     viewers do.
  package init(_ text: String, isCut: Bool = false) throws {
    self.isCut = isCut
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard lines.first == "[" else { throw NotATrace(description: "It doesn't begin with a bracket.") }
    var objects: [[String: Any]]
    if isCut {
      objects = try lines.dropFirst().dropLast().map { try Self.object($0) }
      if let last = lines.dropFirst().last, last != "]", let object = try? Self.object(last) {
        objects.append(object)
      }
    } else {
      guard let array = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] else {
        throw NotATrace(description: "It is no array of objects.")
      }
      guard lines.count == array.count + 2 else {
        throw NotATrace(description: "\(lines.count) lines have \(array.count) events.")
      }
      objects = array
    }
    events = try objects.map(Self.event)
  }

  private static func object(_ line: Substring) throws -> [String: Any] {
    let line = line.hasSuffix(",") ? line.dropLast() : line
    guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      throw NotATrace(description: "The line is no object: \(line)")
    }
    return object
  }

  private static func event(_ object: [String: Any]) throws -> Event {
    guard let phase = object["ph"] as? String, let name = object["name"] as? String,
      let process = object["pid"] as? Int, let thread = object["tid"] as? Int,
      let microseconds = object["ts"] as? Double
    else { throw NotATrace(description: "A member is missing: \(object)") }
    let arguments = object["args"] as? [String: Any] ?? [:]
    return Event(
      phase: phase,
      category: object["cat"] as? String ?? "",
      name: name,
      process: process,
      thread: thread,
      time: Int((microseconds * 1_000).rounded()),
      id: object["id"].map { "\($0)" },
      arguments: arguments.mapValues { "\($0)" }
    )
  }
}

extension Trace {
  /// A slice of a track.
  package struct Slice: Sendable {
    package let category: String
    package let name: String
    package let track: Track
    /// The number of slices that contain it.
    package let depth: Int
    package let begin: Int
    /// The time of the end; nil if it is missing.
    package fileprivate(set) var end: Int?
    package fileprivate(set) var arguments: [String: String]
  }

  /// An interval that isn't on a track.
  package struct Interval: Sendable {
    package let category: String
    package let name: String
    package let process: Int
    package let id: String
    package let begin: Int
    package fileprivate(set) var end: Int?
    package fileprivate(set) var arguments: [String: String]
  }

  /// The slices, in the order of their beginnings.
  package var slices: [Slice] {
    var slices: [Slice] = []
    var open: [Track: [Int]] = [:]
    for event in events {
      let track = event.track
      if event.phase == "B" {
        slices.append(
          Slice(
            category: event.category,
            name: event.name,
            track: track,
            depth: open[track, default: []].count,
            begin: event.time,
            arguments: event.arguments
          )
        )
        open[track, default: []].append(slices.count - 1)
      } else if event.phase == "E", let index = open[track]?.popLast() {
        slices[index].end = event.time
        slices[index].arguments.merge(event.arguments) { old, _ in old }
      }
    }
    return slices
  }

  /// The intervals, in the order of their beginnings.
  package var intervals: [Interval] {
    var intervals: [Interval] = []
    var open: [String: [Int]] = [:]
    for event in events {
      guard let id = event.id else { continue }
      let key = "\(event.process) \(event.category) \(id)"
      if event.phase == "b" {
        open[key, default: []].append(intervals.count)
        intervals.append(
          Interval(
            category: event.category,
            name: event.name,
            process: event.process,
            id: id,
            begin: event.time,
            arguments: event.arguments
          )
        )
      } else if event.phase == "e", let index = open[key]?.popLast() {
        intervals[index].end = event.time
        intervals[index].arguments.merge(event.arguments) { old, _ in old }
      }
    }
    return intervals
  }

  /// The names of the tracks.
  package var trackNames: [Int: String] {
    Dictionary(
      events.filter { $0.phase == "M" && $0.name == "thread_name" }.map {
        ($0.process, $0.arguments["name"] ?? "")
      }
    ) { $1 }
  }
}
