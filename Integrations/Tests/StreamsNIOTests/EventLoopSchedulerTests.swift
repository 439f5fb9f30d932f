import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOPosix
import StreamCore
import StreamSchedulers
import StreamsNIO
import Testing

@Suite("EventLoopScheduler")
struct EventLoopSchedulerTests {
  private typealias Log = NIOLockedValueBox<[String]>

  @Test("Runs work in the order scheduled, after schedule has returned")
  func immediate() {
    let (eventLoop, log) = (EmbeddedEventLoop(), Log([]))
    eventLoop.scheduler.schedule { log.withLockedValue { $0.append("a") } }
    eventLoop.scheduler.schedule { log.withLockedValue { $0.append("b") } }
    #expect(log.withLockedValue { $0 }.isEmpty)
    eventLoop.run()
    #expect(log.withLockedValue { $0 } == ["a", "b"])
  }

  @Test("Runs work on its event loop")
  func onItsEventLoop() async throws {
    let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = eventLoop.makePromise(of: Bool.self)
    eventLoop.scheduler.schedule { promise.succeed(eventLoop.inEventLoop) }
    #expect(try await promise.futureResult.get())
  }

  @Test("Runs delayed work at its time")
  func delayed() {
    let (eventLoop, log) = (EmbeddedEventLoop(), Log([]))
    let scheduler = eventLoop.scheduler
    scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(5))) { log.withLockedValue { $0.append("a") } }
    eventLoop.advanceTime(by: .milliseconds(4))
    #expect(log.withLockedValue { $0 }.isEmpty)
    eventLoop.advanceTime(by: .milliseconds(1))
    #expect(log.withLockedValue { $0 } == ["a"])
  }

  @Test("Repeats work at its interval, counted from the first time, until it is cancelled")
  func repeats() {
    let (eventLoop, log) = (EmbeddedEventLoop(), NIOLockedValueBox<[Int]>([]))
    let scheduler = eventLoop.scheduler
    let start = scheduler.now
    let handle = scheduler.schedule(
      after: start.advanced(by: .milliseconds(1)), interval: .milliseconds(10), tolerance: .nanoseconds(0), options: nil
    ) {
      log.withLockedValue { $0.append(start.distance(to: scheduler.now).magnitude / 1_000_000) }
    }
    eventLoop.advanceTime(by: .milliseconds(25))
    #expect(log.withLockedValue { $0 } == [1, 11, 21])
    handle.cancel()
    eventLoop.advanceTime(by: .milliseconds(50))
    #expect(log.withLockedValue { $0 }.count == 3)
  }

  @Test("A cancel from inside repeated work ends it")
  func cancelsInside() {
    let (eventLoop, count) = (EmbeddedEventLoop(), NIOLockedValueBox(0))
    let handle = NIOLockedValueBox<AnyCancellable?>(nil)
    let scheduler = eventLoop.scheduler
    let made = scheduler.schedule(
      after: scheduler.now, interval: .milliseconds(1), tolerance: .nanoseconds(0), options: nil
    ) {
      count.withLockedValue { $0 += 1 }
      handle.withLockedValue { $0 }?.cancel()
    }
    handle.withLockedValue { $0 = made as? AnyCancellable }
    eventLoop.advanceTime(by: .milliseconds(10))
    #expect(count.withLockedValue { $0 } == 1)
  }

  @Test("Times and strides convert to NIO's, and saturate at its bounds")
  func converts() {
    typealias Time = EventLoopScheduler.SchedulerTimeType
    let time = Time(.uptimeNanoseconds(1_000))
    #expect(time.advanced(by: .nanoseconds(500)).deadline == .uptimeNanoseconds(1_500))
    #expect(time.distance(to: Time(.uptimeNanoseconds(400))) == .nanoseconds(-600))
    #expect(time.advanced(by: .nanoseconds(.max)).deadline == .distantFuture)
    #expect(time.advanced(by: .nanoseconds(-2_000)).deadline == .distantPast)
    #expect(NanosecondStride(TimeAmount.milliseconds(3)) == .milliseconds(3))
    #expect(NanosecondStride.milliseconds(3).timeAmount == .milliseconds(3))
  }
}
