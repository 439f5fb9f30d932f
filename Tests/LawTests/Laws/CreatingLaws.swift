import Dispatch
import Foundation
import StreamTesting
import Streams
import TestSupport

let creatingLaws = LawTable.laws(of: "Creating") { laws in
  laws.add("Repeated once", of: "repeated", .identity, in: .anywhere.cold) { $0.repeated(1) }
  laws.same(
    "Repeated is appended", of: "repeated Combining.append", in: .anywhere.cold, { $0.repeated(2) }, { $0.append($0) })
  laws.same(
    "Repeated while is repeated", of: "repeated", in: .anywhere.cold, { $0.repeated { $0 < 3 } }, { $0.repeated(3) })
  laws.add("Created from a sink", of: "create Subscribing.sink", .identity, in: .anywhere.eager) { source in
    emitting { emitter in
      source.sink(receiveCompletion: { emitter.send(completion: $0) }, receiveValue: { emitter.send($0) })
    }
  }
  laws.same(
    "A burst from inside a delivery loses nothing that is asked for", of: "create", in: .anywhere.eager.finishing,
    { $0.collect().flatMap { burstOfValues($0) } }, { $0 })
  laws.same(
    "A burst of callbacks from inside a delivery loses nothing that is asked for", of: "handlers",
    in: .anywhere.eager.finishing, { $0.collect().flatMap { burstOfCallbacks($0) } }, { $0 })
  laws.same(
    "A burst of another thread during a delivery loses nothing that is asked for", of: "create",
    in: .anywhere.eager.finishing, { $0.collect().flatMap { burstOfValues($0, on: anotherThread) } }, { $0 })
  laws.same(
    "A burst of callbacks of another thread during a delivery loses nothing that is asked for", of: "handlers",
    in: .anywhere.eager.finishing, { $0.collect().flatMap { burstOfCallbacks($0, on: anotherThread) } }, { $0 })
  laws.same(
    "Two threads lose nothing that is asked for", of: "create", by: .permutation { $0.number.map { $0 % 2 } },
    in: .onThreads.eager.finishing, { $0.collect().flatMap(created) }, { $0 })
  laws.same(
    "Two threads of callbacks lose nothing that is asked for", of: "handlers",
    by: .permutation { $0.number.map { $0 % 2 } }, in: .onThreads.eager.finishing,
    { $0.collect().flatMap { values in callbacks(values).prefix(values.count).setFailureType(to: TestError.self) } },
    { $0 })
  laws.same(
    "A range is an array", of: "range of", in: .timed.cold.finishing,
    { $0.count().flatMap { Publishers.range(0, count: $0).setFailureType(to: TestError.self) } }, { $0 })
  laws.same(
    "Unfolded is generated", of: "unfold generate", in: .timed.cold.finishing,
    {
      $0.count().flatMap { end in
        Publishers.unfold(0) { number -> Int? in
          defer { number += 1 }; return number < end ? number : nil
        }.setFailureType(to: TestError.self)
      }
    },
    {
      $0.count().flatMap { end in
        Publishers.generate(0, while: { $0 < end }) { $0 + 1 }.setFailureType(to: TestError.self)
      }
    })
  laws.same(
    "Repeating an element is of elements", of: "repeating of", in: .timed.cold,
    { $0.map { _ in 4 }.prefix(2).append(Publishers.repeating(4, count: 2).setFailureType(to: TestError.self)) },
    { $0.map { _ in 4 }.prefix(2).append(Publishers.of(4, 4).setFailureType(to: TestError.self)) })
  laws.same(
    "Generated is a range", of: "generate range", in: .timed.cold.finishing,
    {
      $0.count().flatMap { end in
        Publishers.generate(0, while: { $0 < end }) { $0 + 1 }.setFailureType(to: TestError.self)
      }
    }, { $0.count().flatMap { Publishers.range(0, count: $0).setFailureType(to: TestError.self) } })
  laws.same(
    "Unfolded is a range", of: "unfold range", in: .timed.cold.finishing,
    {
      $0.count().flatMap { end in
        Publishers.unfold(0) { number -> Int? in
          defer { number += 1 }; return number < end ? number : nil
        }.setFailureType(to: TestError.self)
      }
    }, { $0 })
  laws.same(
    "Repeating is repeated", of: "repeating repeated", in: .timed.cold.finishing,
    { $0.count().flatMap { Publishers.repeating(4, count: $0).setFailureType(to: TestError.self) } },
    { $0.count().flatMap { Just(4).repeated($0).setFailureType(to: TestError.self) } })
  laws.add("Using a resource", of: "using", .identity, in: .anywhere.cold) { source in
    Publishers.using {
      1
    } release: { _ in
    } _: { _ in
      source
    }
  }
  laws.add("A resource is released once", of: "using", .identity, in: .anywhere.cold) { source, run in
    let ends = Counts(run)
    return Publishers.using {
      1
    } release: { _ in
      ends.ended()
    } _: { _ in
      source
    }
  }
}

private func burstOfValues(_ values: [Int], on thread: @escaping Performer = { $0() }) -> AnyPublisher<Int, TestError> {
  burst(values, on: thread) { start in
    AnyPublisher<Int, TestError>.create { emitter in
      start({ emitter.send($0) }, { emitter.send(completion: .finished) })
    }
  }
}

private func burstOfCallbacks(
  _ values: [Int], on thread: @escaping Performer = { $0() }
) -> AnyPublisher<Int, TestError> {
  burst(values, on: thread) { start in
    Publishers.handlers { callback in
      start(callback, {})
    } remove: { (token: AnyCancellable) in
      token.cancel()
    }.prefix(values.count).setFailureType(to: TestError.self)
  }
}

/// Two threads send the even and the odd numbers.
private func perform(_ values: [Int], _ send: @escaping @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: 2) { half in for value in values where value % 2 == half { send(value) } }
}

@Sendable private func created(_ values: [Int]) -> AnyPublisher<Int, TestError> {
  .create { emitter in
    perform(values) { emitter.send($0) }
    emitter.send(completion: .finished)
    return AnyCancellable {}
  }
}

private func callbacks(_ values: [Int]) -> AnyPublisher<Int, Never> {
  Publishers.handlers { (callback: @escaping @Sendable (Int) -> Void) in
    perform(values, callback)
  } remove: { _ in
  }.eraseToAnyPublisher()
}

/// A stream of what is sent to an emitter without a bound.
func emitting(
  _ start: @escaping @Sendable (Publishers.Emitter<Int, TestError>) -> any Cancellable
) -> AnyPublisher<Int, TestError> {
  .create(bufferSize: .max, start)
}

/// Returns when a piece of work is done.
typealias Performer = @Sendable (@escaping @Sendable () -> Void) -> Void

/// Runs a piece of work on a thread of its own, and waits for its end.
@Sendable private func anotherThread(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work()
    done.signal()
  }
  done.wait()
}

/// Sends the first of several values, and during its delivery all others.
func burst<P: Publisher>(
  _ values: [Int], on thread: @escaping Performer = { $0() },
  _ make: (@escaping @Sendable (@escaping @Sendable (Int) -> Void, @escaping @Sendable () -> Void) -> AnyCancellable) ->
    P
) -> AnyPublisher<Int, TestError> where P.Output == Int, P.Failure == TestError {
  let rest = Box<(@Sendable () -> Void)?>(nil)
  let publisher = make { send, finish in
    guard let first = values.first else {
      finish()
      return AnyCancellable {}
    }
    rest.value = {
      for value in values.dropFirst() { send(value) }
      finish()
    }
    send(first)
    return AnyCancellable { rest.value = nil }
  }
  return publisher.handleEvents(receiveOutput: { _ in rest.update { $0.take() }.map(thread) }).eraseToAnyPublisher()
}
