import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Debugging, to upstream: Stream) -> Stream {
    switch stage {
    case .print(let prefix):
      upstream.print(prefix, to: TracedText(run: self)).eraseToAnyPublisher()
    case .handleEvents:
      upstream.handleEvents(
        receiveSubscription: { _ in self.record(.said("event: subscription")) },
        receiveOutput: { self.record(.said("event: \($0)")) },
        receiveCompletion: { self.record(.said("event: \($0)")) },
        receiveCancel: { self.record(.said("event: cancel")) },
        receiveRequest: { self.record(.said("event: request \(Amount($0))")) }
      ).eraseToAnyPublisher()
    case .breakpoint:
      upstream.breakpoint(receiveOutput: { $0 == .max }).eraseToAnyPublisher()
    }
  }
}

/// A stream of text that goes into the trace.
private struct TracedText: TextOutputStream {
  let run: Run

  mutating func write(_ text: String) {
    run.write(text)
  }
}
