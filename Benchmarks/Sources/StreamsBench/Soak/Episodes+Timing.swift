import Dispatch
import Streams

/// In real time, on queues: each takes a few milliseconds.
extension Episode {
  static let timing = [
    Episode("a hop to a queue and back") { size in
      let (there, back) = (DispatchQueue(label: "soak"), DispatchQueue(label: "soak"))
      return try expect(size, from: (0..<size).publisher.receive(on: there).map { $0 + 1 }.receive(on: back))
    },
    Episode("a subscription on another queue") { size in
      try expect(size, from: (0..<size).publisher.subscribe(on: DispatchQueue(label: "soak")))
    },
    Episode("delay") { size in
      try expect(size, from: (0..<size).publisher.delay(for: .milliseconds(2), scheduler: queue))
    },
    Episode("an interval, and a timer that is cancelled") { _ in
      let hour = Publishers.after(.seconds(3_600), 0, scheduler: queue).sink { _ in }
      hour.cancel()
      return try expect(5, from: Publishers.interval(.milliseconds(1), scheduler: queue).prefix(5))
    },
    Episode("debounce of values that are superseded") { size in
      let subject = PassthroughSubject<Int, Never>()
      return try expect(1, from: subject.debounce(for: .milliseconds(2), scheduler: queue).first()) {
        for value in 0..<size { subject.send(value) }
      }
    },
    Episode("throttle, and collect by time") { size in
      let subject = PassthroughSubject<Int, Never>()
      let throttled = subject.throttle(for: .milliseconds(1), scheduler: queue, latest: true).sink { _ in }
      try expect(1, from: subject.collect(.byTime(queue, .seconds(60)))) {
        for value in 0..<size { subject.send(value) }
        subject.send(completion: .finished)
      }
      return withExtendedLifetime(throttled) { size }
    },
    Episode("a timeout that comes, and one that does not") { size in
      try expect(0, from: PassthroughSubject<Int, Never>().timeout(.milliseconds(2), scheduler: queue))
      return try expect(size, from: (0..<size).publisher.timeout(.seconds(60), scheduler: queue))
    },
    Episode("a pool of two threads") { size in
      let pool = PoolScheduler(threads: 2)
      return try expect(size, from: (0..<size).publisher.receive(on: pool.serial()))
    },
  ]

  private static let queue = DispatchQueue(label: "soak.timing")
}
