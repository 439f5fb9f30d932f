import Foundation
import StreamCore
import StreamSchedulers
import StreamTiming
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("dataTaskPublisher: threads", .timeLimit(.generous))
struct DataTaskThreadTests {
  @Test("Signals arrive on the session's queue, not on the main thread")
  @MainActor
  func deliversOffMainThread() async throws {
    try await withServer { server, session in
      let publisher = try server.publisher(session: session)
      #expect(await isOnMainQueue(publisher) == [false, false])
    }
  }

  @Test("receive(on:) with the main queue moves value and completion there")
  func receivesOnMainQueue() async throws {
    try await withServer { server, session in
      let publisher = try server.publisher(session: session).receive(on: DispatchQueue.main)
      #expect(await isOnMainQueue(publisher) == [true, true])
    }
  }

  @Test("A session made with a delegate queue delivers there")
  func deliversOnDelegateQueue() async throws {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let session = URLSession(configuration: .patient, delegate: nil, delegateQueue: queue)
    defer { session.finishTasksAndInvalidate() }
    let isThere = Watched<Bool?>(nil)
    try await withServer { server, _ in
      let recorder = Recorder(onValue: { _ in isThere.update { $0 = OperationQueue.current === queue } })
      try server.publisher(session: session).subscribe(recorder)
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .valid, .finished])
    }
    expectEqual(isThere.value, true)
  }

  /// Subscribes, and tells of the value and of the end whether they came on the main queue.
  private func isOnMainQueue<P: Publisher>(
    _ publisher: P, isolation: isolated (any Actor)? = #isolation
  ) async -> [Bool] where P.Output == Publishers.DataTaskPublisher.Output {
    let signals = Watched<[Bool]>([])
    let cancellable = publisher.sink(
      receiveCompletion: { _ in signals.update { $0.append(MainQueue.isCurrent) } },
      receiveValue: { _ in signals.update { $0.append(MainQueue.isCurrent) } })
    _ = await signals.wait { $0.count == 2 }
    cancellable.cancel()
    return signals.value
  }
}

/// Knows the main queue. (The main thread need not be the one that serves it on Linux.)
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
