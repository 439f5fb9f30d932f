import Dispatch
import Foundation
import StreamCore

/// Ctrl-C and the request to terminate, as a stream on the main queue.
@MainActor
final class Interruption {
  /// Sends the number of each signal that arrives.
  let signals = PassthroughSubject<Int32, Never>()

  private var sources: [any DispatchSourceSignal] = []

  init() {
    for number in [SIGINT, SIGTERM] {
      // Without this the default action would end the process before the source sees the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [signals] in signals.send(number) }
      source.resume()
      sources.append(source)
    }
  }

  /// Stops listening. From now on a signal terminates the process immediately.
  func cancel() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
