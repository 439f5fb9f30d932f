package import Foundation
package import StreamCore
import StreamFiles
import StreamGrouping
import StreamMapping
import StreamReducing

/// Reads a log of many services, whatever its size, in little memory: a bounded number of groups, each cut into
/// windows.
package enum LogProcessor {
  /// What some successive lines of one service say.
  package struct Summary: Equatable, Sendable {
    /// The name of the service.
    package let service: String

    /// The number of lines.
    package private(set) var lines = 0

    /// The number of lines that tell of an error.
    package private(set) var errors = 0

    /// The longest time of a request, in milliseconds.
    package private(set) var slowest = 0

    package init(service: String) {
      self.service = service
    }

    mutating func add(_ entry: Entry) {
      lines += 1
      if entry.isError { errors += 1 }
      slowest = max(slowest, entry.milliseconds)
    }
  }

  /// A line of the log: `checkout ERROR 120 …`.
  struct Entry: Sendable {
    let service: String
    let isError: Bool
    let milliseconds: Int

    /// - Returns: `nil` if the line has another form.
    init?(line: String) {
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count >= 3, let milliseconds = Int(words[2]) else { return nil }
      service = String(words[0])
      isError = words[1] == "ERROR"
      self.milliseconds = milliseconds
    }
  }

  /// Sends a summary of each window of a service's lines, in the order in which windows end.
  ///
  /// - Parameters:
  ///   - file: The log.
  ///   - size: The number of lines of a window.
  ///   - maxServices: The greatest number of services; lines of a further one are left out.
  /// - Returns: A publisher of summaries.
  // On the page:
  package static func summaries(
    of file: URL, windowsOf size: Int, maxServices: Int = 64
  ) -> AnyPublisher<Summary, any Error> {
    file.fileLinesPublisher()
      .compactMap { Entry(line: $0) }
      .groupBy(maxGroups: maxServices) { $0.service }
      .flatMap { service in
        service.window(size: size).flatMap { window in
          window.reduce(into: Summary(service: service.key)) { $0.add($1) }
        }
      }
      .eraseToAnyPublisher()
  }
  // Up to here.

  /// Writes a log whose lines are a kilobyte long.
  ///
  /// - Parameters:
  ///   - megabytes: Its size.
  ///   - file: Where it is written.
  ///   - services: The names of the services, whose lines take turns.
  /// - Throws: What writing into the file throws.
  package static func write(megabytes: Int, to file: URL, services: [String]) throws {
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    let padding = String(repeating: "x", count: 1_000)
    for megabyte in 0..<megabytes {
      var text = ""
      for line in 0..<1_000 {
        let number = megabyte * 1_000 + line
        let level = number % 250 == 0 ? "ERROR" : "INFO"
        let head = "\(services[number % services.count]) \(level) \(number % 997) "
        text += head + padding.dropFirst(head.count + 1) + "\n"
      }
      try handle.write(contentsOf: Data(text.utf8))
    }
  }
}
