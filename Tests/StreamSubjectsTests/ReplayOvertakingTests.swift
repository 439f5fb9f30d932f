import Dispatch
import StreamParts
import StreamSubjects
import TestSupport
import Testing

@Suite("ReplaySubject, whose reader requests on another thread")
struct ReplayOvertakingTests {
  /// What the requesting thread and the sending one wait for.
  private struct Turns: Sendable {
    let isReporting = DispatchSemaphore(value: 0)
    let isSent = DispatchSemaphore(value: 0)
    let requester = Box<UInt>(0)
  }

  // Found by a law, seed 4, in 2,500 cases.
  @Test("A new value does not overtake what a request holds while it reports what is lost")
  func overtakes() {
    let subject = ReplaySubject<Int, Never>(maxBufferSize: 2)
    let reader = RecordingSubscriber<Int, Never>(demand: .none)
    let turns = Turns()
    let observation = DropHook.observe { _ in
      guard turns.requester.value == currentThread() else { return }
      turns.isReporting.signal()
      expect(turns.isSent.waitPatiently())
    }
    subject.subscribe(reader)
    let threads = Box<[JoinableThread]>([])
    let other = subject.sink { value in
      guard value == 2 else { return }
      // The log loses 1, and 3 is offered to the reader when this returns.
      subject.send(3)
      let thread = JoinableThread {
        turns.requester.value = currentThread()
        reader.request(.max(3))
      }
      threads.value = [thread]
      expect(turns.isReporting.waitPatiently())
    }
    subject.send(1)
    subject.send(2)
    turns.isSent.signal()
    for thread in threads.value { thread.join() }
    expectEqual(reader.values, [2, 3])
    observation.cancel()
    other.cancel()
  }
}
