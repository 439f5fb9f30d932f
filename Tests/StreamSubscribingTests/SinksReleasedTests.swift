import StreamCore
import StreamSubscribing
import TestSupport
import Testing

/// They need the trait `CountStreams`, with which `.ci/run` runs the tests under the thread sanitizer.
@Suite("Sinks leave nothing behind", .enabled(if: LivingStreams.isCounting))
struct SinksReleasedTests {
  struct Sink: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let attach: @Sendable (PassthroughSubject<Int, Never>, CancellableBag) -> Void

    init(_ name: String, _ attach: @escaping @Sendable (PassthroughSubject<Int, Never>) -> AnyCancellable) {
      testDescription = name
      self.attach = { $1.insert(attach($0)) }
    }

    init(_ name: String, in attach: @escaping @Sendable (PassthroughSubject<Int, Never>, CancellableBag) -> Void) {
      (testDescription, self.attach) = (name, attach)
    }
  }

  final class Target: @unchecked Sendable {
    // Sendable: one thread sets it.
    var value = 0

    func take(_ value: Int) { self.value = value }
  }

  static let sinks = [
    Sink("sink(receiveValue:)") { $0.sink { _ in } },
    Sink("sink(receiveCompletion:receiveValue:)") { $0.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) },
    Sink("sink(fixedDemand:receiveValue:)") { $0.sink(fixedDemand: 5) { _ in } },
    Sink("sink(maxDemand:receiveValue:)") { $0.sink(maxDemand: .max(2)) { _ in } },
    Sink(
      "sink(in:receiveCompletion:receiveValue:)",
      in: {
        $0.sink(in: $1, receiveCompletion: { _ in }, receiveValue: { _ in })
      }),
    Sink("result(_:)") { $0.result { _ in } },
    Sink("assign(to:on:)") { $0.assign(to: \.value, on: Target()) },
    Sink("invoke(_:on:)") { $0.invoke(Target.take, on: Target()) },
    Sink(
      "assign(to:) of a subject",
      in: { source, bag in
        bag.insert(source.subscribe(CurrentValueSubject<Int, Never>(0)))
      }),
    Sink("Subscribers.Sink") { source in
      let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
      source.subscribe(sink)
      return AnyCancellable(sink)
    },
  ]

  // Case XA-387.
  @Test("No end of a pipeline leaves a stream behind, neither after a finish nor after a cancel", arguments: sinks)
  func releasesAll(sink: Sink) {
    for isCancelled in [false, true] {
      expectNoLeaks {
        let (source, bag) = (PassthroughSubject<Int, Never>(), CancellableBag())
        sink.attach(source, bag)
        source.send(1)
        if isCancelled { bag.cancel() } else { source.send(completion: .finished) }
      }
    }
  }
}
