import StreamCore
import TestSupport
import Testing

@Suite("CurrentValueSubject")
struct CurrentValueSubjectTests {
  @Test("Holds the newest value, for readers and for later subscribers")
  func holdsNewest() {
    let subject = CurrentValueSubject<String, Never>("Hello")
    expectEqual(subject.value, "Hello")
    subject.send("Combine")
    expectEqual(subject.value, "Combine")
    subject.send("SwiftUI")
    expectEqual(subject.value, "SwiftUI")
    expectEqual(subject.record().events, [.subscription("CurrentValueSubject"), .value("SwiftUI")])
  }

  @Test("Setting the value sends it")
  func settingSends() {
    let subject = CurrentValueSubject<[Int], Never>([])
    let recorder = subject.record()
    subject.value = [1]
    subject.value.append(2)
    expectEqual(recorder.values, [[], [1], [1, 2]])
  }

  @Test("A subscriber without demand gets the newest value once, when it requests one")
  func owesNewest() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record(demand: .none)
    subject.send(2)
    recorder.request(.max(1))
    expectEqual(recorder.values, [2])
    recorder.request(.max(1))
    expectEqual(recorder.values, [2])
    subject.send(3)
    subject.send(4)
    subject.send(5)
    expectEqual(recorder.values, [2, 3])
    recorder.request(.max(1))
    expectEqual(recorder.values, [2, 3, 5])
  }

  @Test("A value that finds no demand in receive(subscription:) is owed: the first, or one that is sent there")
  func owesValueOfHandover() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let idle = subject.record(demand: .none)
    idle.request(.max(1))
    expectEqual(idle.values, [0])
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    recorder.onSubscription = { subscription in
      subscription.request(.max(1))
      subject.send(1)
    }
    subject.subscribe(recorder)
    expectEqual(recorder.values, [0])
    recorder.request(.max(1))
    expectEqual(recorder.values, [0, 1])
    recorder.request(.max(1))
    expectEqual(recorder.values, [0, 1])
  }

  @Test("A send, a join, a request and a cancel from inside one delivery take effect after it, in order (rule 3)")
  func everythingInsideDelivery() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let (late, leaving) = (subject.record(demand: .none), subject.record())
    let joined = Box<RecordingSubscriber<Int, Never>?>(nil)
    let seen = Box<[Int]>([])
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      subject.send(2)
      joined.value = subject.record()
      late.request(.max(1))
      leaving.cancel()
      seen.value = late.values
    }
    subject.send(1)
    expectEqual(seen.value, [])
    expectEqual(late.values, [2])
    expectEqual(leaving.values, [0, 1])
    expectEqual(joined.value?.values, [2])
    subject.send(3)
    expectEqual(late.values, [2])
    expectEqual(joined.value?.values, [2, 3])
    cancellable.cancel()
  }

  @Test("After the end a value that is set can be read and is not sent, and one that is sent is ignored")
  func setAfterEnd() {
    let subject = CurrentValueSubject<Int, TestError>(1)
    let recorder = subject.record(demand: .none)
    subject.send(completion: .failure(TestError()))
    subject.send(2)
    expectEqual(subject.value, 1)
    subject.value = 3
    subject.send(4)
    expectEqual(subject.value, 3)
    subject.value += 1
    expectEqual(subject.value, 4)
    expectEqual(recorder.events, [.subscription("CurrentValueSubject"), .failure(TestError())])
    expectEqual(subject.record().events, [.subscription("Empty"), .failure(TestError())])
  }

  @Test("Inside a delivery the value is the one sent last")
  func newestInsideDelivery() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let seen = Box<[Int]>([])
    let cancellable = subject.sink { value in
      if value == 1 { subject.value = 2 }
      seen.update { $0.append(subject.value) }
    }
    subject.send(1)
    expectEqual(seen.value, [0, 2, 2])
    cancellable.cancel()
  }

  @Test("The value changes in place from inside a delivery, without an exclusivity violation")
  func changesInPlace() {
    let subject = CurrentValueSubject<[Int], Never>([])
    let recorder = subject.record { value in
      if value.count < 3 { subject.value.append(value.count) }
      return .none
    }
    expectEqual(recorder.values, [[], [0], [0, 1], [0, 1, 2]])
  }

  @Test("A subscriber that joins from inside a delivery gets the newest value at once")
  func joinsDuringDelivery() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let nested = Box<[Int]>([])
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      let inner = subject.record()
      nested.value = inner.values
      inner.cancel()
    }
    subject.send(1)
    expectEqual(nested.value, [1])
    cancellable.cancel()
  }

  @Test("A subscriber that joins while a newer value waits gets that value once")
  func joinsBeforePendingValue() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let joined = Box<RecordingSubscriber<Int, Never>?>(nil)
    let cancellable = subject.sink { value in
      guard value == 1 else { return }
      subject.send(2)
      joined.value = subject.record()
      subject.send(3)
    }
    subject.send(1)
    expectEqual(joined.value?.values, [2, 3])
    cancellable.cancel()
  }

  @Test("Holds optional values, nil among them")
  func holdsOptionals() {
    let subject = CurrentValueSubject<Int?, Never>(nil)
    expect(subject.value == nil)
    let recorder = subject.record()
    subject.send(1)
    subject.send(nil)
    expectEqual(recorder.values, [nil, 1, nil])
    expect(subject.value == nil)
  }

  @Test("Values requested from inside receive(subscription:) are delivered after it, in order (rule 3)")
  func requestsInHandover() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = RecordingSubscriber<Int, Never>(demand: .none) { _ in .max(1) }
    recorder.onSubscription = { subscription in
      subscription.request(.max(1))
      subject.send(1)
      subject.send(2)
    }
    subject.subscribe(recorder)
    expectEqual(recorder.values, [0, 1, 2])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Concurrent readers and writers see whole values only")
  func wholeUnderConcurrency() {
    let subject = CurrentValueSubject<[Int], Never>(Array(repeating: 0, count: 8))
    let torn = Box(0)
    concurrently(8) { thread in
      for round in 0..<500 {
        if thread % 2 == 0 {
          subject.send(Array(repeating: thread * 1000 + round, count: 8))
        } else if Set(subject.value).count != 1 {
          torn.update { $0 += 1 }
        }
      }
    }
    expectEqual(torn.value, 0)
  }

  @Test("Releases a value when it is replaced, and the last one with itself")
  func releasesValues() {
    weak var first: Token?
    weak var second: Token?
    do {
      let subject = CurrentValueSubject<Token, Never>(Token())
      first = subject.value
      subject.send(Token())
      expect(first == nil)
      second = subject.value
      expect(second != nil)
    }
    expect(second == nil)
  }
}
