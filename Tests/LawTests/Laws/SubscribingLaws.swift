import StreamTesting
import Streams
import TestSupport

let subscribingLaws = LawTable.laws(of: "Subscribing") { laws in
  laws.same(
    "A sink of an actor gets all", of: "sink", in: .inTasks.eager,
    { source in
      emitting { emitter in
        source.sink(on: Receiver.shared) { _, end in
          emitter.send(completion: end)
        } receiveValue: { _, value in
          emitter.send(value)
        }
      }
    }, { $0 })
  laws.add("A sink of an actor with a bound gets all", of: "sink", .identity, in: .inTasks.eager.cold) { source in
    emitting { emitter in
      source.sink(on: Receiver.shared, maxPending: 2) { _, end in
        emitter.send(completion: end)
      } receiveValue: { _, value in
        emitter.send(value)
      }
    }
  }
  laws.same(
    "Assigned is delivered", of: "assign StreamCore.assign", in: .anywhere.eager,
    { source in
      emitting { emitter in
        source.ignoreFailure().handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) }).assign(
          to: \.value, onWeak: Target.all(emitter))
      }
    }, { $0.ignoreFailure() })
  laws.same(
    "Assigned to an object is delivered", of: "assign StreamCore.assign", in: .anywhere.eager,
    { source in
      emitting { emitter in
        source.ignoreFailure().handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) }).assign(
          to: \.value, on: Target(emitter))
      }
    }, { $0.ignoreFailure() })
  laws.same(
    "Invoked with each", of: "invoke", in: .anywhere.eager,
    { source in
      emitting { emitter in
        source.ignoreFailure().handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) }).invoke(
          Target.take, on: Target(emitter))
      }
    }, { $0.ignoreFailure() })
  laws.same(
    "Invoked without it", of: "invoke", in: .anywhere.eager,
    { source in
      emitting { emitter in
        source.ignoreFailure().handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) }).map { _ in
          ()
        }.invoke(Target.tick, on: Target(emitter))
      }
    }, { $0.ignoreFailure().map { _ in 0 } })
  laws.same(
    "The one result", of: "result", in: .anywhere.eager.finishing.lengths(1, 2, 257),
    { source in
      emitting { emitter in
        source.prefix(1).result { result in
          if let value = try? result.get() { emitter.send(value) }; emitter.send(completion: .finished)
        }
      }
    }, { $0.first() })
  laws.same(
    "The one result of a count", of: "result", in: .anywhere.eager.finishing,
    { source in
      emitting { emitter in
        source.count().result { result in
          if let value = try? result.get() { emitter.send(value) }; emitter.send(completion: .finished)
        }
      }
    }, { $0.count() })
}

let coreLaws = LawTable.laws(of: "StreamCore") { laws in
  laws.add("Erased is the same", of: "eraseToAnyPublisher", .identity) { $0.eraseToAnyPublisher() }
  laws.same(
    "Erased between two stages", of: "eraseToAnyPublisher",
    { $0.map { $0 + 1 }.eraseToAnyPublisher().map { $0 * 2 }.eraseToAnyPublisher() }, { $0.map { ($0 + 1) * 2 } })
  laws.add("Subscribed with a subject", of: "subscribe", .identity, in: .anywhere.eager) { source in
    emitting { emitter in
      let subject = PassthroughSubject<Int, TestError>()
      let sink = subject.sink(receiveCompletion: { emitter.send(completion: $0) }, receiveValue: { emitter.send($0) })
      let feed = source.subscribe(subject)
      return AnyCancellable {
        sink.cancel(); feed.cancel()
      }
    }
  }
  laws.add("Subscribed with a subscriber", of: "subscribe", .identity) { source in Forwarded(source: source) }
  laws.add("A sink gets all", of: "sink", .identity, in: .anywhere.eager) { source in
    emitting { emitter in
      source.sink(receiveCompletion: { emitter.send(completion: $0) }, receiveValue: { emitter.send($0) })
    }
  }
  laws.same(
    "A sink without a failure gets all", of: "sink", in: .anywhere.eager,
    { source in
      emitting { emitter in
        source.ignoreFailure().handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) }).sink {
          emitter.send($0)
        }
      }
    }, { $0.ignoreFailure() })
  laws.same(
    "A sink that reports its failure gets all", of: "ErrorHandling.sinkReportingFailure", in: .anywhere.eager.finishing,
    { source in
      emitting { emitter in
        source.handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) }).sinkReportingFailure {
          emitter.send($0)
        }
      }
    }, { $0 })
  laws.same(
    "A sink that reports no failure is a sink", of: "ErrorHandling.sinkReportingFailure", in: .anywhere.eager.finishing,
    { source in
      emitting { emitter in
        source.prefix(2).handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) })
          .sinkReportingFailure { emitter.send($0) }
      }
    }, { $0.prefix(2) })
}

private actor Receiver {
  static let shared = Receiver()
}

/// What is assigned to it, or taken by it, is sent to an emitter.
private final class Target: @unchecked Sendable {
  // Sendable: nothing changes.
  private let emitter: Publishers.Emitter<Int, TestError>

  init(_ emitter: Publishers.Emitter<Int, TestError>) {
    self.emitter = emitter
  }

  /// A target that lives on.
  static func all(_ emitter: Publishers.Emitter<Int, TestError>) -> Target {
    let target = Target(emitter)
    living.update { $0.append(target) }
    return target
  }

  private static let living = Box<[Target]>([])

  var value: Int {
    get { 0 }
    set { emitter.send(newValue) }
  }

  func take(_ value: Int) {
    emitter.send(value)
  }

  func tick() {
    emitter.send(0)
  }
}

/// A publisher of a client's.
private struct Forwarded: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  let source: Law.Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    source.subscribe(AnySubscriber(subscriber))
  }
}
