import BenchModel
import Dispatch

#if PEER
  import OpenCombine
  import OpenCombineDispatch
#else
  import Streams
#endif

/// Pipelines that deliver on a queue.
enum Scheduling {
  static func receiveOnSerialQueue(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink().receive
    let done = DispatchSemaphore(value: 0)
    let cancellable = (0..<count).publisher.receive(on: serialQueue())
      .sink(receiveCompletion: { _ in done.signal() }, receiveValue: sink)
    done.wait()
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  /// The sender waits until each value has been received.
  static func receiveOnLatency(_ count: Int) -> Int {
    let tally = Tally()
    let sink = tally.sink().receive
    let received = DispatchSemaphore(value: 0)
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.receive(on: serialQueue()).sink { value in
      sink(value)
      received.signal()
    }
    for element in 0..<count {
      subject.send(element)
      received.wait()
    }
    return withExtendedLifetime(cancellable) { tally.sum }
  }

  /// None of the values is delivered: an hour is never over.
  static func debounceSuperseded(_ count: Int) -> Int {
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.debounce(for: .seconds(3_600), scheduler: serialQueue()).sink(to: tally.sink())
    for element in 0..<count { subject.send(element) }
    cancellable.cancel()
    return tally.sum
  }

  #if PEER
    private static func serialQueue() -> DispatchQueue.OCombine { DispatchQueue(label: "streams-bench").ocombine }
  #else
    private static func serialQueue() -> DispatchQueue { DispatchQueue(label: "streams-bench") }
  #endif
}
