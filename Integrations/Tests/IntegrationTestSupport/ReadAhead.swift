public import StreamCore
import StreamTesting
public import Testing

/// Reads a stream slowly, and expects that its source is never further ahead than a limit: the memory between them is
/// bounded, however much there is to read.
///
/// - Parameters:
///   - stream: Delivers how many bytes it has brought.
///   - total: How many bytes there are; far more than the limit.
///   - limit: How many bytes may be on their way: in the buffers of the kernel and of the libraries.
///   - sourceLocation: Where the test expects it.
///   - written: How many bytes the source has brought.
/// - Throws: An error if the task is cancelled.
public func expectReadAhead<P: Publisher>(
  of stream: P, total: Int, limit: Int, sourceLocation: SourceLocation = #_sourceLocation,
  written: @escaping @Sendable () -> Int
) async throws where P.Output == Int {
  let recorder = stream.record(demand: .max(1))
  try await eventually("Nothing came.", sourceLocation: sourceLocation) { !recorder.values.isEmpty }
  for part in 0...4 {
    // Now and then it pauses, so long that the source stops.
    let ahead = try await settled(written) - recorder.values.reduce(0, +)
    #expect(ahead <= limit, "\(ahead) bytes are ahead.", sourceLocation: sourceLocation)
    var received = recorder.values.reduce(0, +)
    while received < total * (part + 1) / 6 {
      let count = recorder.values.count
      recorder.request(.max(8))
      try await eventually("It stopped.", sourceLocation: sourceLocation) { recorder.values.count == count + 8 }
      received = recorder.values.reduce(0, +)
      #expect(written() - received <= limit, sourceLocation: sourceLocation)
    }
  }
  #expect(
    recorder.completions.isEmpty, "It has ended: there was no more to be ahead with.", sourceLocation: sourceLocation)
  recorder.cancel()
}
