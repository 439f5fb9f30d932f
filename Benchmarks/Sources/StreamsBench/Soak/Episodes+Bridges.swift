import Foundation
import Streams

extension Episode {
  static let bridges = [
    Episode("lines, written to a file and read") { size in
      let file = FileManager.default.temporaryDirectory.appending(path: "streams-soak-\(UUID().uuidString)")
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let handle = try FileHandle(forWritingTo: file)
      let done = DispatchSemaphore(value: 0)
      let writing = (0..<size).publisher.map { Data("line \($0)\n".utf8) }.write(to: handle) { _ in done.signal() }
      done.wait()
      try handle.close()
      return try withExtendedLifetime(writing) { try expect(size, from: file.fileLinesPublisher()) }
    },
    Episode("notifications") { size in
      let center = NotificationCenter()
      let name = Notification.Name("soak")
      return try expect(size, from: Publishers.NotificationPublisher(center: center, name: name).prefix(size)) {
        for _ in 0..<size { center.post(name: name, object: nil) }
      }
    },
    Episode("a property that is published") { size in
      let model = Model()
      let received = Count()
      let cancellable = model.$count.sink { _ in received.add() }
      for value in 0..<size { model.count = value }
      return try withExtendedLifetime(cancellable) { try expect(size + 1, is: received.value) }
    },
    Episode("JSON, encoded and decoded") { size in
      try expect(
        size,
        from: (0..<size).publisher.map { [$0] }.encode(encoder: JSONEncoder())
          .decode(type: [Int].self, decoder: JSONDecoder()))
    },
  ]

  private final class Model {
    @Published var count = 0
  }
}
