import BenchModel
import Streams

extension Episode {
  static let tasks = [
    Episode("for await over values") { size in
      try expect(size) {
        var count = 0
        for await _ in (0..<size).publisher.values { count += 1 }
        return count
      }
    },
    Episode("a loop that is left, and the first value") { size in
      try expect(2) {
        var count = 0
        for await _ in (0..<size + 1).publisher.values {
          count += 1
          break
        }
        return await (0..<size).publisher.firstValue == nil ? 0 : count + 1
      }
    },
    Episode("the publisher of an async sequence") { size in
      try expect(size, from: yielding(to: size).publisher)
    },
    Episode("asyncMap, four at a time") { size in
      try expect(
        size,
        from: (0..<size).publisher.asyncMap(maxConcurrent: 4) { value in
          await Task.yield()
          return value + 1
        })
    },
    Episode("asyncMap that is cancelled") { size in
      let subject = PassthroughSubject<Int, Never>()
      // Not for long: the system keeps the timer of a sleep that is cancelled until its time.
      let cancellable = subject.asyncMap { value in
        try? await Task.sleep(for: .milliseconds(50))
        return value
      }.sink { _ in }
      for value in 0..<size { subject.send(value) }
      cancellable.cancel()
      return size
    },
    Episode("a subject that waits for its subscribers") { size in
      try expect(size) {
        let subject = BroadcastSubject<Int, Never>(bufferSize: 16, whenFull: .suspend)
        var values = subject.values.makeAsyncIterator()
        async let sending: Void = {
          for value in 0..<size { try? await subject.emit(value) }
          subject.send(completion: .finished)
        }()
        var count = 0
        while await values.next() != nil { count += 1 }
        await sending
        return count
      }
    },
    Episode("the value of a future") { size in
      try expect(size) {
        var count = 0
        for value in 0..<size where await Future<Int, Never>({ $0(.success(value)) }).value == value { count += 1 }
        return count
      }
    },
  ]
}
