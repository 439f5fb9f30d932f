import StreamCore
import TestSupport
import Testing

@Suite("CurrentValueSubject")
struct CurrentValueSubjectTests {
  @Test("A-011 U-21 P-16 #38 #39 Holds the newest value, for those who read and those who come later")
  func holdsNewest() {
    let subject = CurrentValueSubject<String, Never>("Hello")
    #expect(subject.value == "Hello")
    subject.send("Combine")
    #expect(subject.value == "Combine")
    subject.send("SwiftUI")
    #expect(subject.value == "SwiftUI")
    #expect(subject.record().events == [.subscription("CurrentValueSubject"), .value("SwiftUI")])
  }

  @Test("U-21 Setting the value sends it")
  func settingSends() {
    let subject = CurrentValueSubject<[Int], Never>([])
    let recorder = subject.record()
    subject.value = [1]
    subject.value.append(2)
    #expect(recorder.values == [[], [1], [1, 2]])
  }

  @Test("A-021 A subscriber without demand gets the newest value once it asks, once")
  func owesNewest() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.record(demand: .none)
    subject.send(2)
    recorder.request(.max(1))
    #expect(recorder.values == [2])
    recorder.request(.max(1))
    #expect(recorder.values == [2])
    subject.send(3)
    subject.send(4)
    subject.send(5)
    #expect(recorder.values == [2, 3])
    recorder.request(.max(1))
    #expect(recorder.values == [2, 3, 5])
  }

  @Test("After the end a value that is set is held and sent to nobody, and one that is sent is ignored")
  func setAfterEnd() {
    let subject = CurrentValueSubject<Int, TestError>(1)
    let recorder = subject.record(demand: .none)
    subject.send(completion: .failure(TestError()))
    subject.send(2)
    #expect(subject.value == 1)
    subject.value = 3
    subject.send(4)
    #expect(subject.value == 3)
    subject.value += 1
    #expect(subject.value == 4)
    #expect(recorder.events == [.subscription("CurrentValueSubject"), .failure(TestError())])
    #expect(subject.record().events == [.subscription("Empty"), .failure(TestError())])
  }

  @Test("Inside a delivery the value is the newest sent already")
  func newestInsideDelivery() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let seen = Box<[Int]>([])
    let cancellable = subject.sink { value in
      if value == 1 { subject.value = 2 }
      seen.update { $0.append(subject.value) }
    }
    subject.send(1)
    #expect(seen.value == [0, 2, 2])
    cancellable.cancel()
  }

  @Test("Changes in place from inside a delivery, without a conflict of accesses")
  func changesInPlace() {
    let subject = CurrentValueSubject<[Int], Never>([])
    let recorder = subject.record { value in
      if value.count < 3 { subject.value.append(value.count) }
      return .none
    }
    #expect(recorder.values == [[], [0], [0, 1], [0, 1, 2]])
  }

  @Test("#198 A subscriber that joins from inside a delivery gets the newest value, at once")
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
    #expect(nested.value == [1])
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
    #expect(joined.value?.values == [2, 3])
    cancellable.cancel()
  }

  @Test("Holds optional values, nil among them")
  func holdsOptionals() {
    let subject = CurrentValueSubject<Int?, Never>(nil)
    #expect(subject.value == nil)
    let recorder = subject.record()
    subject.send(1)
    subject.send(nil)
    #expect(recorder.values == [nil, 1, nil])
    #expect(subject.value == nil)
  }

  @Test("Rule 3 What a subscriber asks for from inside receive(subscription:) is served after it, in order")
  func asksWhileGreeting() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = RecordingSubscriber<Int, Never>(demand: .none) { _ in .max(1) }
    recorder.onSubscription = { subscription in
      subscription.request(.max(1))
      subject.send(1)
      subject.send(2)
    }
    subject.subscribe(recorder)
    #expect(recorder.values == [0, 1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("The value is whole for concurrent readers and writers")
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
    #expect(torn.value == 0)
  }

  @Test("Releases the values it held when they are replaced, and itself")
  func releasesValues() {
    weak var first: Token?
    weak var second: Token?
    do {
      let subject = CurrentValueSubject<Token, Never>(Token())
      first = subject.value
      subject.send(Token())
      #expect(first == nil)
      second = subject.value
      #expect(second != nil)
    }
    #expect(second == nil)
  }
}
