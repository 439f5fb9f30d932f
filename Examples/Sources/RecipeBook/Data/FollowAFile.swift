import Foundation
import Streams

extension Recipe {
  static let followAFile: Recipe = Recipe(
    "follow-a-file", "The lines of a log as they are written, beyond its rotation.",
    source: "RecipeBook/Data/FollowAFile.swift"
  ) { print in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recipe-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // On the page:
      let log = folder.appendingPathComponent("orders.log")
      try Data("two soups\none tea\n".utf8).write(to: log)
      let lines = log.followedLines()
        .enumerated(startingAt: 1)
        // The first three; otherwise it would go on for ever.
        .prefix(3)
      for try await (number, line) in lines.values {
        print("Line \(number): \(line)")
        guard number == 2 else { continue }
        // The log is rotated: what follows is in another file.
        try FileManager.default.moveItem(at: log, to: folder.appendingPathComponent("orders.1.log"))
        try Data("a cake\n".utf8).write(to: log)
      }
      // Up to here.
    } catch {
      print("\(error)")
    }
  }
}
