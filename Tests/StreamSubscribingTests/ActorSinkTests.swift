import Dispatch
import StreamCore
import TestSupport
import Testing

@testable import StreamSubscribing

@Suite("sink(on:), and the other sinks on an actor", .timeLimit(.generous))
struct SinkOnActorTests {
  private actor Store {
    var values: [Int] = []
    var ends: [Subscribers.Completion<Never>] = []

    func add(_ value: Int) {
      values.append(value)
    }

    func end(_ completion: Subscribers.Completion<Never>) {
      ends.append(completion)
    }
  }

  private func letOthersRun() async {
    for _ in 0..<200 { await Task.yield() }
  }

  // Case XA-348.
  @Test("The closures run on the actor: of what several threads send nothing is lost, and the completion comes last")
  func onActor() async {
    let store = Store()
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.sink(
      on: store, receiveCompletion: { store, completion in store.end(completion) },
      receiveValue: { store, value in store.add(value) })
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "off the pool").async {
        concurrently(4) { _ in for _ in 0..<25 { subject.send(1) } }
        continuation.resume()
      }
    }
    subject.send(completion: .finished)
    while await store.ends.isEmpty { await Task.yield() }
    #expect(await store.values.count == 100)
    withExtendedLifetime(sink) {}
  }

  // Case XA-349.
  @Test("On the main actor a value that is sent there is delivered before send returns")
  @MainActor
  func onMainActor() {
    let values = Box<[Int]>([])
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.sink(on: MainActor.shared) { _, value in values.update { $0.append(value) } }
    subject.send(1)
    expectEqual(values.value, [1])
    sink.cancel()
  }

  // Case XA-350.
  @Test("After a cancel nothing that waits is delivered")
  @MainActor
  func cancel() async {
    let values = Box<[Int]>([])
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.sink(on: MainActor.shared) { _, value in values.update { $0.append(value) } }
    concurrently(1) { _ in for value in 0..<100 { subject.send(value) } }
    sink.cancel()
    await letOthersRun()
    expectEqual(values.value, [])
  }

  // Case XA-351.
  @Test("No more values are requested than may wait: each one more after a closure has returned")
  @MainActor
  func maxPending() async {
    let upstream = ScriptedPublisher<Int, Never>()
    let values = Box<[Int]>([])
    let sink = upstream.sink(on: MainActor.shared, maxPending: 1) { _, value in
      values.update { $0.append(value) }
    }
    expectEqual(upstream.requests, [.demand(.max(1))])
    concurrently(1) { _ in upstream.send(1) }
    expectEqual(upstream.requests, [.demand(.max(1))])
    while values.value.isEmpty { await Task.yield() }
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    sink.cancel()
    expect(upstream.isCancelled)
  }

  @Test("The actor is not retained; upstream is cancelled by a value after its release")
  func releasedActor() async {
    let upstream = ScriptedPublisher<Int, Never>()
    weak var released: Store?
    let sink: AnyCancellable
    do {
      let store = Store()
      released = store
      sink = upstream.sink(on: store) { store, value in store.add(value) }
    }
    expect(released == nil)
    expect(!upstream.isCancelled)
    upstream.send(1)
    expect(upstream.isCancelled)
    withExtendedLifetime(sink) {}
  }

  @Test("Without room for one value the process ends")
  func noRoom() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).sink(on: MainActor.shared, maxPending: 0) { _, _ in }
    }
  }

  // MARK: Sinks that are written on an actor

  @Test("sink(maxDemand:) requests one more after its closure has returned on the actor")
  @MainActor
  func maxDemand() async {
    let upstream = ScriptedPublisher<Int, Never>()
    var values: [Int] = []
    let sink = upstream.sink(maxDemand: .max(2)) { values.append($0) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    // At once: by the result of the delivery.
    expectEqual(upstream.send(1), .max(1))
    expectEqual(values, [1])
    expectEqual(upstream.requests, [.demand(.max(2))])
    concurrently(1) { _ in upstream.send(2) }
    expectEqual(upstream.requests.count, 1)
    while values.count < 2 { await Task.yield() }
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
    sink.cancel()
  }

  @Test("sink(maxDemand:) on its actor asks by the result of a delivery, so that requests do not nest")
  @MainActor
  func noNesting() {
    /// Delivers inside its requests, as a client might write it.
    final class Counting: Publisher {
      typealias Output = Int
      typealias Failure = Never

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subscriber.receive(subscription: Inner(subscriber))
      }

      final class Inner<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
        let subscriber: S
        var (sent, depth) = (0, 0)

        init(_ subscriber: S) {
          self.subscriber = subscriber
        }

        func request(_ demand: Subscribers.Demand) {
          depth += 1
          defer { depth -= 1 }
          var demand = demand
          while demand > 0, sent < 10_000 {
            demand -= 1
            sent += 1
            expectEqual(depth, 1)
            demand += subscriber.receive(sent)
          }
        }

        func cancel() {}
      }
    }
    var sum = 0
    let sink = Counting().sink(maxDemand: .max(1)) { sum += $0 }
    expectEqual(sum, 50_005_000)
    sink.cancel()
  }

  @Test("sink(fixedDemand:) delivers its values and its completion on the actor, in order")
  @MainActor
  func fixedDemand() async {
    let upstream = ScriptedPublisher<Int, Never>()
    var log: [String] = []
    let sink = upstream.sink(fixedDemand: 2) { _ in
      log.append("finished")
    } receiveValue: {
      log.append("\($0)")
    }
    concurrently(1) { _ in for value in 1...2 { upstream.send(value) } }
    expectEqual(log, [])
    expect(upstream.isCancelled)
    while log.count < 3 { await Task.yield() }
    expectEqual(log, ["1", "2", "finished"])
    withExtendedLifetime(sink) {}
  }

  @Test("result calls its closure on the actor, unless it has been cancelled", arguments: [false, true])
  @MainActor
  func result(isCancelled: Bool) async {
    let subject = PassthroughSubject<Int, Never>()
    var results: [Int] = []
    let cancellable = subject.result { result in if case .success(let value) = result { results.append(value) } }
    concurrently(1) { _ in subject.send(1) }
    if isCancelled { cancellable.cancel() }
    await letOthersRun()
    expectEqual(results, (isCancelled ? [] : [1]))
  }

  @Test("assign and invoke, which do not retain their object, run on the actor")
  @MainActor
  func assignAndInvoke() async {
    @MainActor final class Model {
      var value = 0 { didSet { if !isOnMainActor() { strays += 1 } } }
      var strays = 0
      var taken: [Int] = []

      func take(_ value: Int) {
        if !isOnMainActor() { strays += 1 }
        taken.append(value)
      }
    }
    let subject = PassthroughSubject<Int, Never>()
    let model = Model()
    let sinks = [
      subject.invoke(Model.take, on: model), subject.invoke(Model.take, onWeak: model),
      subject.invoke(Model.take, onUnowned: model),
      subject.assign(to: \.value, onWeak: model), subject.assign(to: \.value, onUnowned: model),
    ]
    concurrently(1) { _ in subject.send(3) }
    expectEqual(model.value, 0)
    expect(model.taken.isEmpty)
    await letOthersRun()
    while model.value != 3 || model.taken.count < 3 { await Task.yield() }
    expectEqual(model.taken, [3, 3, 3])
    expectEqual(model.strays, 0)
    withExtendedLifetime(sinks) {}
  }
}

/// What the sinks assume of the compiler in use.
@Suite("Functions of an actor that are called without await")
struct FunctionsOfActorTests {
  private actor Store {
    private(set) var texts: [String] = []

    func add(_ text: String) {
      preconditionIsolated()
      texts.append(text)
    }

    /// Calls a function that knows nothing of the actor, on the actor.
    func call(_ function: @Sendable (String) -> Void, with text: String) {
      function(text)
    }
  }

  private typealias Isolated = @Sendable (isolated Store, String) -> Void
  private typealias Plain = @Sendable (Store, String) -> Void

  @Test("A function of an isolated actor is as long as one of an actor, and gets the actor, the value and its captures")
  func isolatedParameter() async {
    expectEqual(MemoryLayout<Isolated>.size, MemoryLayout<Plain>.size)
    let store = Store()
    let prefix = String(repeating: "captured ", count: 3)
    let function = Just<String>.plainFunction({ store, text in store.add(prefix + text) }, of: store)
    await store.call(function, with: "a")
    await store.call(function, with: "b")
    #expect(await store.texts == ["captured captured captured a", "captured captured captured b"])
  }

  @Test("A function of the main actor is called there")
  @MainActor
  func ofMainActor() {
    let log = Box<[String]>([])
    let body: @Sendable (isolated MainActor, String) -> Void = { actor, text in
      log.update { $0.append("\(actor === MainActor.shared) \(text)") }
    }
    let function = Just<String>.plainFunction(body, of: MainActor.shared)
    function("a")
    expectEqual(log.value, ["true a"])
  }
}
