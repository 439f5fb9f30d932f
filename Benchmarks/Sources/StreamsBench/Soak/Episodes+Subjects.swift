import BenchModel
import Streams

extension Episode {
  static let subjects = [
    Episode("a subject with ten sinks") { size in
      let subject = PassthroughSubject<Int, Never>()
      let received = Count()
      let cancellables = (0..<10).map { _ in subject.sink { _ in received.add() } }
      for value in 0..<size { subject.send(value) }
      return try withExtendedLifetime(cancellables) { try expect(10 * size, is: received.value) }
    },
    Episode("a subject that holds a value") { size in
      let subject = CurrentValueSubject<Int, Never>(0)
      return try expect(size, from: subject) {
        for value in 1..<size { subject.send(value) }
        subject.send(completion: .finished)
      }
    },
    Episode("four threads that send") { size in
      let subject = PassthroughSubject<Int, Never>()
      return try expect(4 * size, from: subject) {
        _ = Crowd.run(senders: 4, each: size) { _, value in subject.send(value) }
        subject.send(completion: .finished)
      }
    },
    Episode("a subject that replays") { size in
      let subject = ReplaySubject<Int, Never>(bufferSize: 16)
      for value in 0..<size { subject.send(value) }
      subject.send(completion: .finished)
      return try expect(min(16, size), from: subject)
    },
    Episode("a subject of keys that come and go") { size in
      let subject = KeyedSubject<Int, Int, Never>()
      let received = Count()
      for key in 0..<size {
        let cancellable = subject[key].sink { _ in received.add() }
        subject.send(key, to: key)
        cancellable.cancel()
      }
      return try expect(size, is: received.value)
    },
    Episode("ten thousand subscribers") { _ in
      let subject = PassthroughSubject<Int, Never>()
      let received = Count()
      let cancellables = (0..<10_000).map { _ in subject.sink { _ in received.add() } }
      subject.send(1)
      for cancellable in cancellables { cancellable.cancel() }
      subject.send(2)
      return try expect(10_000, is: received.value)
    },
  ]
}
