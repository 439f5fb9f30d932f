#if os(Linux) || os(macOS) || os(Windows)
  public import Foundation
  public import StreamCore
  internal import StreamFiles

  /// A program's standard input, which a publisher brings as the program reads it.
  ///
  ///     let lines = ["milk", "bread"].publisher.map { Data("\($0)\n".utf8) }
  ///     let sort = URL(fileURLWithPath: "/usr/bin/sort")
  ///     let sorted = Process.outputPublisher(running: sort, input: ProcessInput(of: lines)).standardOutput.lines()
  ///
  /// - **Demand**: one chunk at a time, the next when the pipe to the program has taken it. A program that does not
  ///   read holds the publisher back; no thread waits.
  /// - **Completion**: closes the program's standard input.
  /// - **Failure**: terminates the program; the run fails with ``ProcessFailure/input(_:)``, after the output until
  ///   then.
  /// - **Threads**: subscribes and requests on queues of the run. When the program ends, or closes its standard input,
  ///   the publisher is cancelled; what it has not delivered then is no failure.
  /// - Complexity: O(*n*) memory, where *n* is the length of a chunk.
  public struct ProcessInput: Sendable {
    let feed: @Sendable (FileHandle, @escaping @Sendable (any Error) -> Void) -> AnyCancellable

    /// Describes an input. Each run subscribes to the publisher when its program has started.
    ///
    /// - Parameter publisher: The publisher of the chunks, of any length.
    public init<P: Publisher & Sendable>(of publisher: P) where P.Output: DataProtocol & Sendable {
      feed = { handle, receiveFailure in
        publisher.write(to: handle, closing: true) { ending in
          // What cannot be written is not wanted: the program has closed its standard input, or ended.
          if case .upstream(let error) = ending { receiveFailure(error) }
        }
      }
    }
  }
#endif
