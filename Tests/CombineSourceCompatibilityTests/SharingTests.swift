import Streams
import TestSupport
import Testing

@Suite("Combine's source: sharing")
struct SharingSourceTests {
  typealias Numbers = PassthroughSubject<Int, Never>

  let numbers = Numbers()

  @Test("share, multicast, makeConnectable, connect and autoconnect")
  func sharing() {
    let share: Publishers.Share<Numbers> = numbers.share()
    expect(share.upstream === numbers && share == share)
    let multicast: Publishers.Multicast<Numbers, Numbers> = numbers.multicast { Numbers() }
    expect(multicast.upstream === numbers)
    let subject = CurrentValueSubject<Int, Never>(0)
    let held: Publishers.Multicast<Numbers, CurrentValueSubject<Int, Never>> = numbers.multicast(subject: subject)
    expect(held.createSubject() === subject)
    let connectable: Publishers.MakeConnectable<Just<Int>> = Just(1).makeConnectable()
    var values: [Int] = []
    let sink = connectable.sink { values.append($0) }
    expect(values.isEmpty)
    let connection: Cancellable = connectable.connect()
    expectEqual(values, [1])
    connection.cancel()
    sink.cancel()
    let automatic: Publishers.Autoconnect<Publishers.MakeConnectable<Just<Int>>> = Just(1).makeConnectable()
      .autoconnect()
    expectEqual(outputs(automatic), [1])
    automatic.upstream.connect().cancel()
    func connect<P: ConnectablePublisher>(_ publisher: P) -> Cancellable { publisher.connect() }
    connect(multicast).cancel()
  }

  @Test("buffer")
  func buffer() {
    let buffer: Publishers.Buffer<Numbers> = numbers.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
    expect(buffer.size == 3 && buffer.prefetch == .byRequest && buffer.upstream === numbers)
    if case .dropOldest = buffer.whenFull {} else { Issue.record("The strategy was lost.") }
    let strategy: Publishers.BufferingStrategy<Fault> = .customError { .first }
    let faulty = PassthroughSubject<Int, Fault>().buffer(size: 1, prefetch: .keepFull, whenFull: strategy)
    expect(completion(faulty) == nil)
    let prefetch: Publishers.PrefetchStrategy = .keepFull
    expect(prefetch != .byRequest)
    expectEqual(outputs([1, 2, 3].publisher.buffer(size: 1, prefetch: prefetch, whenFull: .dropNewest)), [1, 2, 3])
  }
}
