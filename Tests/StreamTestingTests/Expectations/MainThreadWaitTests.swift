import Foundation
import StreamCore
import StreamTesting
import TestSupport
import Testing

/// The main thread waits in its run loop. (Those of XCTest run there, too.)
@Suite("Waits on the main thread")
@MainActor
struct MainThreadWaitTests {
  @Test("A wait for no time returns")
  func waitsNoTime() {
    StreamTesting.wait(seconds: 0)
  }

  @Test("A wait lasts as long as it is to, and ends")
  func waits() {
    let start = ContinuousClock.now
    StreamTesting.wait(seconds: 0.05)
    #expect(.now - start >= .seconds(0.05))
  }

  @Test("A signal from another thread ends the wait, long before it would end by itself")
  func wakesUp() {
    let subject = PassthroughSubject<Int, Never>()
    let start = ContinuousClock.now
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      subject.send(1)
      subject.send(completion: .finished)
    }
    subject.expectsCompletion(timeout: 300)
    #expect(.now - start < .seconds(200))
  }
}
