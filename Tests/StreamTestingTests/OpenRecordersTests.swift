import Foundation
import StreamCore
import StreamTesting
import TestSupport
import Testing

/// The check for leaks has recorders that live at the end of a process cancelled: it sets the variable.
@Suite("Recorders that a test leaves open")
struct OpenRecordersTests {
  @Test("They are cancelled when the process ends, if STREAMS_CANCEL_RECORDERS is set")
  func areCancelled() async {
    await #expect(processExitsWith: .exitCode(7)) {
      setenv("STREAMS_CANCEL_RECORDERS", "1", 1)
      let subscriber = RecordingSubscriber<Int, Never>()
      subscriber.receive(subscription: Leaving())
      withExtendedLifetime(Unmanaged.passRetained(subscriber)) {}
      exit(0)
    }
  }

  private struct Leaving: Subscription {
    let combineIdentifier = CombineIdentifier()

    func request(_ demand: Subscribers.Demand) {}

    func cancel() { _exit(7) }
  }
}
