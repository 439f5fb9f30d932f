import Dispatch
import Foundation
import RecipeBook
import StreamCore
import StreamDebugging
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamObservableProperties
import StreamSharing
import StreamTesting
import StreamTiming
import Testing

@Suite("Idioms that are too small for a recipe")
struct IdiomTests {
  private struct Refused: Error, Equatable {}

  private final class Label: ObservableObject {
    var text = ""
    @Published var title = "a"
  }

  private let scheduler = TestScheduler()

  @Test("A sink of values only and one of both deliver while their cancellable is kept, and a cancel ends them")
  func sinks() {
    let subject = PassthroughSubject<Int, Never>()
    let (values, ends) = (Log<Int>(), Log<Bool>())
    let one = subject.sink { values.append($0) }
    let both = subject.sink { _ in
      ends.append(true)
    } receiveValue: {
      values.append($0 * 10)
    }
    subject.send(1)
    one.cancel()
    subject.send(2)
    subject.send(completion: .finished)
    #expect(values.entries == [1, 10, 20])
    #expect(ends.entries == [true])
    both.cancel()
  }

  @Test("assign(to:on:) behind receive(on:) needs a key path only, after errors have been handled")
  func assignment() {
    let label = Label()
    let subscription = Fail<String, Refused>(error: Refused())
      .catch { _ in Just("none") }
      .receive(on: scheduler)
      .assign(to: \.text, on: label)
    #expect(label.text == "")
    scheduler.resume()
    #expect(label.text == "none")
    subscription.cancel()
  }

  @Test("A call with a completion handler becomes a Future, also when it answers at once")
  func completionHandler() {
    let pending = Log<@Sendable (Result<String, Refused>) -> Void>()
    let lookup: @Sendable (String) -> Future<String, Refused> = { _ in
      Future { promise in pending.append { promise($0) } }
    }
    let (values, failures) = (Log<String>(), Log<Refused>())
    let subscriptions = ["one", "two"].map { name in
      lookup(name).sink {
        if case .failure(let error) = $0 { failures.append(error) }
      } receiveValue: {
        values.append($0)
      }
    }
    #expect(values.entries.isEmpty)
    pending.entries[0](.success("one"))
    pending.entries[1](.failure(Refused()))
    let resolved = Future<Int, Never> { $0(.success(20)) }.map { "\($0 + 1)" }.sink { values.append($0) }
    #expect(values.entries == ["one", "21"])
    #expect(failures.entries == [Refused()])
    for subscription in subscriptions + [resolved] { subscription.cancel() }
  }

  @Test("Either side of an erased publisher can be replaced by a value, an error, or a later value")
  func replacedSides() {
    let judge: (AnyPublisher<Data, any Error>) -> AnyPublisher<String, Never> = { body in
      body.map { String(decoding: $0, as: UTF8.self) }.replaceError(with: "none").eraseToAnyPublisher()
    }
    let log = Log<String>()
    let late = PassthroughSubject<Data, any Error>()
    let sources = [
      Just(Data("a".utf8)).setFailureType(to: (any Error).self).eraseToAnyPublisher(),
      Fail(error: Refused() as any Error).eraseToAnyPublisher(), late.eraseToAnyPublisher(),
    ]
    let subscriptions = sources.map { judge($0).sink { log.append($0) } }
    late.send(Data("b".utf8))
    #expect(log.entries == ["a", "none", "b"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("In virtual time nothing is delivered before the clock moves, and sends happen at their times")
  func virtualTime() {
    let subject = PassthroughSubject<Int, Never>()
    let times = Log<VirtualTime>()
    let subscription = subject.delay(for: 1, scheduler: scheduler).sink { [scheduler] _ in times.append(scheduler.now) }
    for second in [2, 5] as [VirtualTime] { scheduler.schedule(after: second) { subject.send(1) } }
    #expect(times.entries.isEmpty)
    scheduler.resume()
    #expect(times.entries == [3, 6])
    subscription.cancel()
  }

  @Test("Cancelling the sink does not stop the work that a Future has begun")
  func uploadGoesOn() {
    let (sent, heard) = (Log<String>(), Log<String>())
    let upload = Future<String, Never> { [scheduler] promise in
      scheduler.schedule(after: 2) {
        sent.append("all")
        promise(.success("done"))
      }
    }
    let subscription = upload.sink { heard.append($0) }
    scheduler.advance(by: 1)
    subscription.cancel()
    scheduler.resume()
    #expect(sent.entries == ["all"])
    #expect(heard.entries.isEmpty)
  }

  @Test("A feed is requested until it succeeds, decoded, and received elsewhere; or it times out")
  func feed() {
    let attempts = Log<Int>()
    let request = Deferred { () -> AnyPublisher<Data, any Error> in
      attempts.append(1)
      guard attempts.entries.count > 2 else { return Fail(error: Refused()).eraseToAnyPublisher() }
      return Just(Data(#"{"street": "Main Street"}"#.utf8)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
    }
    let silent = Empty<Data, any Error>(completeImmediately: false)
    let streets = Log<String>()
    let subscriptions = [request.eraseToAnyPublisher(), silent.eraseToAnyPublisher()].map { source in
      source
        .retry(5)
        .timeout(5, scheduler: scheduler, customError: { Refused() })
        .tryMap { try JSONDecoder().decode(ErrorGallery.Address.self, from: $0) }
        .subscribe(on: scheduler)
        .receive(on: scheduler)
        .sink {
          streets.append("\($0)".contains("failure") ? "failed" : "finished")
        } receiveValue: {
          streets.append($0.street)
        }
    }
    scheduler.resume(until: 100)
    #expect(attempts.entries.count == 3)
    #expect(streets.entries == ["Main Street", "finished", "failed"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("Each built-in publisher delivers what it promises")
  func gallery() {
    var recording = Record<Int, Never>.Recording()
    recording.receive(9)
    recording.receive(completion: .finished)
    let recorded: [AnyPublisher<Int, Never>] = [
      Record(output: [7, 8], completion: .finished).eraseToAnyPublisher(),
      Record(recording: recording).eraseToAnyPublisher(),
      Record { $0.receive(10) }.eraseToAnyPublisher(),
    ]
    let publishers: [AnyPublisher<Int, Never>] = [
      Just(1).eraseToAnyPublisher(), Empty().eraseToAnyPublisher(), [2, 3].publisher.eraseToAnyPublisher(),
      Optional(4).publisher.eraseToAnyPublisher(), Deferred { Just(5) }.eraseToAnyPublisher(),
      Result<Int, Never>.success(6).publisher.eraseToAnyPublisher(),
    ]
    let (values, ends) = (Log<Int>(), Log<Bool>())
    for publisher in publishers + recorded {
      publisher.sink { _ in
        ends.append(true)
      } receiveValue: {
        values.append($0)
      }.cancel()
    }
    #expect(values.entries == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    #expect(ends.entries.count == publishers.count + recorded.count)
    let failures = Log<Refused>()
    Fail<Int, Refused>(error: Refused()).sink {
      if case .failure(let error) = $0 { failures.append(error) }
    } receiveValue: {
      values.append($0)
    }.cancel()
    #expect(failures.entries == [Refused()])
  }

  @Test("share() runs its upstream at the first subscriber, multicast at the connection, once")
  func sharedPublishers() {
    let made = Log<String>()
    let number = Deferred { () -> PassthroughSubject<Int, Never> in
      made.append("made")
      return PassthroughSubject()
    }
    let shared = number.share()
    #expect(made.entries.isEmpty)
    let sharers = [shared.sink { _ in }, shared.sink { _ in }]
    #expect(made.entries.count == 1)
    let multicast = number.multicast(subject: PassthroughSubject())
    let hearers = [multicast.sink { _ in }, multicast.sink { _ in }]
    #expect(made.entries.count == 1)
    let connection = multicast.connect()
    #expect(made.entries.count == 2)
    connection.cancel()
    for subscription in sharers + hearers { subscription.cancel() }
  }

  @Test("A Deferred Future makes a new number for each subscriber")
  func fresh() {
    let made = Log<Int>()
    let number = Deferred {
      Future<Int, Never> { promise in
        made.append(1)
        promise(.success(made.entries.count))
      }
    }
    let heard = Log<Int>()
    for _ in 1...2 { number.sink { heard.append($0) }.cancel() }
    #expect(heard.entries == [1, 2])
  }

  @Test("removeDuplicates behind debounce delivers nothing when an entry is changed and changed back")
  func changedBack() {
    let entry = PassthroughSubject<String, Never>()
    let heard = Log<String>()
    let subscription = entry.debounce(for: 1, scheduler: scheduler).removeDuplicates().sink { heard.append($0) }
    entry.send("a")
    scheduler.advance(by: 2)
    for text in ["ab", "a"] { entry.send(text) }
    scheduler.advance(by: 2)
    #expect(heard.entries == ["a"])
    subscription.cancel()
  }

  @Test("When an operator throws, upstream is cancelled, and later values are ignored")
  func thrown() {
    let subject = PassthroughSubject<Int, Never>()
    let cancels = Log<Bool>()
    let heard = Log<Int>()
    let subscription = subject.handleEvents(receiveCancel: { cancels.append(true) })
      .tryMap { value -> Int in
        guard value < 2 else { throw Refused() }
        return value
      }
      .sink { _ in
      } receiveValue: {
        heard.append($0)
      }
    for value in [1, 2, 1] { subject.send(value) }
    #expect(heard.entries == [1])
    #expect(cancels.entries == [true])
    subscription.cancel()
  }

  @Test("Two sinks of one property get its value and each change")
  func twoSinks() {
    let label = Label()
    let (one, two) = (Log<String>(), Log<String>())
    let subscriptions = [label.$title.sink { one.append($0) }, label.$title.sink { two.append($0) }]
    label.title = "b"
    #expect(one.entries == ["a", "b"] && two.entries == one.entries)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("Without a scheduler everything runs where the first publisher delivers")
  func sameThread() {
    let queue = DispatchQueue(label: "recipes.sender")
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "sender")
    let subject = PassthroughSubject<Int, Never>()
    let places = Log<String>()
    let subscription = subject.map { _ in DispatchQueue.getSpecific(key: key) ?? "elsewhere" }
      .sink { places.append($0) }
    subject.send(1)
    queue.sync { subject.send(2) }
    #expect(places.entries == ["elsewhere", "sender"])
    subscription.cancel()
  }
}
