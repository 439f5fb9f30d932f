import Foundation
import Streams
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private let source = PassthroughSubject<Int, Fault>()
private let queue = DispatchQueue(label: "initialisers")
private let second: DispatchQueue.SchedulerTimeType.Stride = 1

private final class Target {
  var number = 0
}

/// Every initialiser that Combine has in public, with each argument left out that has a default.
@Suite("Combine's source: initialisers")
struct InitialiserSourceTests {
  @Test("A Delay needs no options, as from delay(for:tolerance:scheduler:options:)")
  func delay() {
    let delay = Publishers.Delay(upstream: source, interval: second, tolerance: 0, scheduler: queue)
    expect(delay.options == nil)
    expectEqual(delay.interval, second)
  }

  @Test("The publishers of the kernel, subjects and subscribers")
  func kernel() {
    _ = AnyCancellable {}
    _ = AnyCancellable(AnyCancellable {})
    _ = AnyPublisher(source)
    _ = CombineIdentifier()
    _ = CombineIdentifier(source)
    _ = Deferred { source }
    _ = Empty<Int, Fault>()
    _ = Empty(outputType: Int.self, failureType: Fault.self)
    _ = Fail<Int, Fault>(error: .first)
    _ = Fail(outputType: Int.self, failure: Fault.first)
    _ = Future<Int, Fault> { $0(.success(1)) }
    _ = Just(1)
    _ = Optional.Publisher(1)
    _ = Result<Int, Fault>.Publisher(1)
    _ = Result<Int, Fault>.Publisher(.first)
    _ = Result<Int, Fault>.Publisher(.success(1))
    _ = Record<Int, Fault> { $0.receive(1) }
    _ = Record<Int, Fault>(output: [1], completion: .finished)
    _ = Record(recording: Record<Int, Fault>.Recording())
    _ = Record<Int, Fault>.Recording(output: [1])
    _ = Publishers.Sequence<[Int], Fault>(sequence: [1])
    _ = PassthroughSubject<Int, Fault>()
    _ = CurrentValueSubject<Int, Fault>(1)
    _ = AnySubscriber<Int, Fault>()
    _ = AnySubscriber(Subscribers.Sink<Int, Fault>(receiveCompletion: { _ in }, receiveValue: { _ in }))
    _ = AnySubscriber(PassthroughSubject<Int, Fault>())
    _ = Subscribers.Assign(object: Target(), keyPath: \.number)
  }

  @Test("The publishers of operators that map and filter")
  func mappingAndFiltering() {
    _ = Publishers.Map(upstream: source) { $0 }
    _ = Publishers.TryMap(upstream: source) { $0 }
    _ = Publishers.CompactMap(upstream: source) { Int?.some($0) }
    _ = Publishers.TryCompactMap(upstream: source) { Int?.some($0) }
    _ = Publishers.FlatMap(upstream: source, maxPublishers: .max(1)) { _ in source }
    _ = Publishers.Scan(upstream: source, initialResult: 0) { $0 + $1 }
    _ = Publishers.TryScan(upstream: source, initialResult: 0) { $0 + $1 }
    _ = Publishers.SetFailureType<Just<Int>, Fault>(upstream: Just(1))
    _ = Publishers.Encode(upstream: Just(1), encoder: JSONEncoder())
    _ = Publishers.Decode<Just<Data>, Int, JSONDecoder>(upstream: Just(Data()), decoder: JSONDecoder())
    _ = Publishers.Filter(upstream: source) { $0 > 0 }
    _ = Publishers.TryFilter(upstream: source) { $0 > 0 }
    _ = Publishers.RemoveDuplicates(upstream: source) { $0 == $1 }
    _ = Publishers.TryRemoveDuplicates(upstream: source) { $0 == $1 }
    _ = Publishers.First(upstream: source)
    _ = Publishers.FirstWhere(upstream: source) { $0 > 0 }
    _ = Publishers.TryFirstWhere(upstream: source) { $0 > 0 }
    _ = Publishers.Last(upstream: source)
    _ = Publishers.LastWhere(upstream: source) { $0 > 0 }
    _ = Publishers.TryLastWhere(upstream: source) { $0 > 0 }
    _ = Publishers.Drop(upstream: source, count: 1)
    _ = Publishers.DropWhile(upstream: source) { $0 > 0 }
    _ = Publishers.TryDropWhile(upstream: source) { $0 > 0 }
    _ = Publishers.DropUntilOutput(upstream: source, other: source)
    _ = Publishers.PrefixWhile(upstream: source) { $0 > 0 }
    _ = Publishers.TryPrefixWhile(upstream: source) { $0 > 0 }
    _ = Publishers.PrefixUntilOutput(upstream: source, other: source)
    _ = Publishers.Output(upstream: source, range: 1..<2)
    _ = Publishers.IgnoreOutput(upstream: source)
    _ = Publishers.ReplaceEmpty(upstream: source, output: 0)
  }

  @Test("The publishers of operators that reduce, combine and handle errors")
  func reducingAndCombining() {
    _ = Publishers.AllSatisfy(upstream: source) { $0 > 0 }
    _ = Publishers.TryAllSatisfy(upstream: source) { $0 > 0 }
    _ = Publishers.Contains(upstream: source, output: 1)
    _ = Publishers.ContainsWhere(upstream: source) { $0 > 0 }
    _ = Publishers.TryContainsWhere(upstream: source) { $0 > 0 }
    _ = Publishers.Collect(upstream: source)
    _ = Publishers.CollectByCount(upstream: source, count: 2)
    _ = Publishers.Count(upstream: source)
    _ = Publishers.Comparison(upstream: source) { $0 < $1 }
    _ = Publishers.TryComparison(upstream: source) { $0 < $1 }
    _ = Publishers.Reduce(upstream: source, initial: 0) { $0 + $1 }
    _ = Publishers.TryReduce(upstream: source, initial: 0) { $0 + $1 }
    _ = Publishers.CombineLatest(source, source)
    _ = Publishers.CombineLatest3(source, source, source)
    _ = Publishers.CombineLatest4(source, source, source, source)
    _ = Publishers.Merge(source, source)
    _ = Publishers.Merge3(source, source, source)
    _ = Publishers.Merge4(source, source, source, source)
    _ = Publishers.Merge5(source, source, source, source, source)
    _ = Publishers.Merge6(source, source, source, source, source, source)
    _ = Publishers.Merge7(source, source, source, source, source, source, source)
    _ = Publishers.Merge8(source, source, source, source, source, source, source, source)
    _ = Publishers.MergeMany(source, source)
    _ = Publishers.MergeMany([source])
    _ = Publishers.Zip(source, source)
    _ = Publishers.Zip3(source, source, source)
    _ = Publishers.Zip4(source, source, source, source)
    _ = Publishers.Concatenate(prefix: source, suffix: source)
    _ = Publishers.SwitchToLatest(upstream: source.map { _ in source })
    _ = Publishers.Catch(upstream: source) { _ in source }
    _ = Publishers.TryCatch(upstream: source) { _ in source }
    _ = Publishers.MapError(upstream: source) { $0 }
    _ = Publishers.MapError(upstream: source, transform: { $0 })
    _ = Publishers.ReplaceError(upstream: source, output: 0)
    _ = Publishers.Retry(upstream: source, retries: nil)
    _ = Publishers.AssertNoFailure(upstream: source, prefix: "", file: #file, line: #line)
  }

  @Test("The publishers of operators that time, share and debug")
  func timingAndSharing() {
    _ = Publishers.Debounce(upstream: source, dueTime: second, scheduler: queue, options: nil)
    _ = Publishers.Delay(upstream: source, interval: second, tolerance: 0, scheduler: queue)
    _ = Publishers.Throttle(upstream: source, interval: second, scheduler: queue, latest: true)
    _ = Publishers.Timeout(upstream: source, interval: second, scheduler: queue, options: nil, customError: nil)
    _ = Publishers.MeasureInterval(upstream: source, scheduler: queue)
    _ = Publishers.CollectByTime(upstream: source, strategy: .byTime(queue, second), options: nil)
    _ = Publishers.ReceiveOn(upstream: source, scheduler: queue, options: nil)
    _ = Publishers.SubscribeOn(upstream: source, scheduler: queue, options: nil)
    _ = DispatchQueue.SchedulerOptions()
    _ = Publishers.Share(upstream: source)
    _ = Publishers.MakeConnectable(upstream: Just(1))
    _ = Publishers.Multicast(upstream: source) { PassthroughSubject<Int, Fault>() }
    _ = Publishers.Autoconnect(upstream: Publishers.MakeConnectable(upstream: Just(1)))
    _ = Publishers.Buffer(upstream: source, size: 1, prefetch: .keepFull, whenFull: .dropNewest)
    _ = Publishers.Print(upstream: source, prefix: "")
    _ = Publishers.HandleEvents(upstream: source, receiveRequest: nil)
    _ = Publishers.Breakpoint(upstream: source)
    _ = ObservableObjectPublisher()
  }

  #if !canImport(Darwin)
    @Test("The publishers of Foundation")
    func foundation() throws {
      let url = try #require(URL(string: "http://127.0.0.1/"))
      _ = URLSession.DataTaskPublisher(request: URLRequest(url: url), session: .shared)
      _ = NotificationCenter.Publisher(center: .default, name: Notification.Name("initialisers"))
      _ = Timer.TimerPublisher(interval: 1, runLoop: .main, mode: .default)
    }
  #endif

  @Test("The result of a Result.Publisher can be read, beside the operator of that name")
  func result() throws {
    let publisher = Result<Int, Fault>.success(7).publisher
    let result = publisher.result
    expectEqual(result, .success(7))
    let expected: Result<Int, Fault> = Result<Int, Fault>.Publisher(.first).result
    expectEqual(expected, .failure(.first))
    #expect(try publisher.result.get() == 7)
    expectEqual(publisher.result.map { $0 + 1 }, .success(8))
    var results: [Result<Int, Fault>] = []
    publisher.result { results.append($0) }
    let cancellable = source.result { results.append($0) }
    source.send(1)
    expectEqual(results, [.success(7), .success(1)])
    withExtendedLifetime(cancellable) {}
  }
}
