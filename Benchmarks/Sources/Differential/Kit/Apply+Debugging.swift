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
      upstream.print(prefix, to: TracedText(run: self, stage: self.stage)).eraseToAnyPublisher()
    case .handleEvents:
      watched(upstream, at: self.stage)
    case .breakpoint:
      upstream.breakpoint(receiveOutput: { $0 == .max }).eraseToAnyPublisher()
    }
  }

  private func watched(_ upstream: Stream, at stage: Int) -> Stream {
    upstream.handleEvents(
      receiveSubscription: { _ in self.record(.said(stage: stage, "event: subscription")) },
      receiveOutput: { self.record(.said(stage: stage, "event: \($0)")) },
      receiveCompletion: { self.record(.said(stage: stage, "event: \($0)")) },
      receiveCancel: { self.record(.said(stage: stage, "event: cancel")) },
      receiveRequest: { self.record(.said(stage: stage, "event: request \(Amount($0))")) }
    ).eraseToAnyPublisher()
  }
}

/// A stream of text, each line of which goes into the trace.
private struct TracedText: TextOutputStream {
  let run: Run
  let stage: Int
  private var line = ""

  init(run: Run, stage: Int) {
    self.run = run
    self.stage = stage
  }

  mutating func write(_ text: String) {
    line += text
    while let end = line.firstIndex(of: "\n") {
      run.record(.said(stage: stage, String(line[..<end])))
      line.removeSubrange(...end)
    }
  }
}
