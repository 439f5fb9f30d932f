import Streams

extension Episode {
  static let sharing = [
    Episode("share to ten sinks") { size in
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.share()
      let received = Count()
      let cancellables = (0..<10).map { _ in shared.sink { _ in received.add() } }
      for value in 0..<size { subject.send(value) }
      subject.send(completion: .finished)
      return try withExtendedLifetime(cancellables) { try expect(10 * size, is: received.value) }
    },
    Episode("multicast, connected and released") { size in
      let connectable = (0..<size).publisher.multicast { PassthroughSubject<Int, Never>() }
      let received = Count()
      let cancellables = (0..<3).map { _ in connectable.sink { _ in received.add() } }
      let connection = connectable.connect()
      connection.cancel()
      return try withExtendedLifetime(cancellables) { try expect(3 * size, is: received.value) }
    },
    Episode("share(replay:), left in the middle") { size in
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.share(replay: 4)
      let received = Count()
      for value in 0..<size {
        let cancellable = shared.sink { _ in received.add() }
        subject.send(value)
        cancellable.cancel()
      }
      return try expect(size, is: received.value)
    },
    Episode("buffer, conflate and batch") { size in
      try expect(size, from: (0..<size).publisher.buffer(size: 64, prefetch: .keepFull, whenFull: .dropNewest))
      let subject = PassthroughSubject<Int, Never>()
      try expect(size, from: subject.conflate()) {
        for value in 0..<size { subject.send(value) }
        subject.send(completion: .finished)
      }
      return 2 * size
    },
  ]
}
