import Streams

extension Episode {
  static let sources = [
    Episode("a sequence through stages that hold state") { size in
      try expect(
        (size + 9) / 10,
        from: (0..<size).publisher.map { $0 + 1 }.filter { $0 > 0 }.scan(0, +).removeDuplicates().collect(10))
      return size
    },
    Episode("a chain that is erased after each stage") { size in
      try expect(
        size,
        from: (0..<8).reduce((0..<size).publisher.eraseToAnyPublisher()) { chain, _ in
          chain.map { $0 &+ 1 }.eraseToAnyPublisher()
        })
    },
    Episode("a source that computes on demand") { size in
      try expect(
        size,
        from: Publishers.unfold(0) { state -> Int? in
          state += 1
          return state <= size ? state : nil
        })
    },
    Episode("a source that sends") { size in
      try expect(
        size,
        from: AnyPublisher<Int, Never>.create(bufferSize: .max) { emitter in
          for value in 0..<size { emitter.send(value) }
          emitter.send(completion: .finished)
          return AnyCancellable {}
        })
    },
    Episode("a resource of each subscription") { size in
      try expect(
        size,
        from: Publishers.using({ [Int](0..<size) }, release: { _ in }) { $0.publisher })
    },
    Episode("failures that are retried, caught and replaced") { size in
      let failing = (0..<size).publisher.tryMap { value -> Int in
        guard value < size - 1 else { throw SoakFault("expected") }
        return value
      }
      try expect(3 * (size - 1), fails: true, from: failing.retry(2))
      try expect(size, from: failing.replaceError(with: 0))
      try expect(size, from: failing.catch { _ in Just(0) })
      return 5 * size
    },
    Episode("cancels in the middle") { size in
      let subject = PassthroughSubject<Int, Never>()
      let received = Count()
      for value in 0..<size {
        let cancellable = subject.map { $0 + 1 }.filter { $0 > 0 }.sink { _ in received.add() }
        subject.send(value)
        cancellable.cancel()
        subject.send(value)
      }
      return try expect(size, is: received.value)
    },
  ]
}
