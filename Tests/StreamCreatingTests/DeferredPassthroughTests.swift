import StreamCore
import TestSupport
import Testing

@testable import StreamCreating

@Suite("DeferredPassthrough")
struct DeferredPassthroughTests {
  typealias Subject = PassthroughSubject<String, TestError>
  typealias Event = RecordingSubscriber<String, TestError>.Event

  let name = Event.subscription("DeferredPassthrough")

  @Test("Values sent inside the closure reach each subscriber, from a subject of its own")
  func sendsAtOnce() {
    let subjects = Box<[Subject]>([])
    let publisher = DeferredPassthrough<String, TestError> { subject in
      subjects.update { $0.append(subject) }
      subject.send("a")
      subject.send("b")
      subject.send(completion: .finished)
    }
    let recorders = [publisher.record(), publisher.record(demand: .max(1)) { _ in .max(1) }]
    for recorder in recorders { expectEqual(recorder.events, [name, .value("a"), .value("b"), .finished]) }
    expectEqual(subjects.value.count, 2)
    expectEqual(Set(subjects.value.map(ObjectIdentifier.init)).count, 2)
  }

  @Test("Values arrive while the closure runs, not after it")
  func deliversDuringClosure() {
    let log = Box<[String]>([])
    let publisher = DeferredPassthrough<String, TestError> { subject in
      for value in ["a", "b"] {
        log.update { $0.append("sends \(value)") }
        subject.send(value)
      }
    }
    let recorder = publisher.record { value in
      log.update { $0.append("gets \(value)") }
      return .none
    }
    expectEqual(log.value, ["sends a", "gets a", "sends b", "gets b"])
    expect(recorder.completions.isEmpty)
  }

  @Test("Demand that comes before the source has sent its subscription is requested with the first")
  func demandBeforeSubscription() {
    let requests = Box<[Subscribers.Demand]>([])
    let subscription = DeferredSubscription("Deferred") { subscription in
      subscription.request(.max(2))
      subscription.attach(ScriptedSubscription(onRequest: { demand in requests.update { $0.append(demand) } }))
      subscription.request(.max(4))
    }
    subscription.endHandover()
    subscription.request(.max(1))
    expectEqual(requests.value, [.max(3), .max(4)])
  }

  @Test("A value without demand is lost; later demand is passed on")
  func demand() {
    let kept = Box<Subject?>(nil)
    let recorder = DeferredPassthrough<String, TestError> { subject in
      kept.value = subject
      subject.send("a")
      subject.send("lost")
    }.record(demand: .max(1))
    recorder.request(.max(2))
    for value in ["b", "c", "lost"] { kept.value?.send(value) }
    kept.value?.send(completion: .failure(TestError()))
    expectEqual(recorder.events, [name, .value("a"), .value("b"), .value("c"), .failure(TestError())])
  }

  @Test("The subscription retains a subject that the closure's owner holds weakly; the end and a cancel release it")
  func keepsSubject() {
    for isCancelled in [false, true] {
      let reached = WeakSubject()
      let recorder = DeferredPassthrough<String, TestError> { reached.subject = $0 }.record()
      expect(reached.subject != nil)
      reached.subject?.send("a")
      if isCancelled { recorder.cancel() } else { reached.subject?.send(completion: .finished) }
      expect(reached.subject == nil)
      expectEqual(recorder.events, [name, .value("a")] + (isCancelled ? [] : [.finished]))
    }
  }

  @Test("A subject that completes inside the closure is released")
  func endsInsideClosure() {
    let reached = WeakSubject()
    let recorder = DeferredPassthrough<String, TestError> { subject in
      reached.subject = subject
      subject.send(completion: .finished)
    }.record()
    expect(recorder.isFinished)
    expect(reached.subject == nil)
  }

  @Test("After a cancel a subject that other code keeps retains no subscriber, and nothing is delivered")
  func keptSubject() {
    let kept = Box<Subject?>(nil)
    weak var downstream: RecordingSubscriber<String, TestError>?
    do {
      let recorder = DeferredPassthrough<String, TestError> { kept.value = $0 }.record()
      downstream = recorder
      recorder.cancel()
      kept.value?.send("late")
      expectEqual(recorder.events, [name])
    }
    expect(downstream == nil)
  }

  @Test("A cancel that crosses another returns only after one of them has reached the source (rule 5)")
  func cancelMeetsCancel() {
    let (calls, returned) = (Box(0), Box<[Int]>([]))
    let subscription = DeferredSubscription("Meeting") { subscription in
      subscription.attach(
        MeetingSource {
          // Another thread's cancel, while the first is about to reach the source.
          if calls.increment() == 1 {
            subscription.cancel()
            returned.update { $0.append(calls.value) }
          }
        })
    }
    subscription.endHandover()
    subscription.request(.max(1))
    subscription.cancel()
    expectEqual(returned.value, [2])
    subscription.cancel()
    expectEqual(calls.value, 2)
  }

  @Test("Nothing is delivered before the subscription, from whatever thread it is sent (rule 3)")
  func subscriptionFirst() {
    let recorder = RecordingSubscriber<String, TestError>(demand: .none)
    let runs = Box(0)
    recorder.onSubscription = { subscription in
      subscription.request(.unlimited)
      expectEqual(runs.value, 0)
    }
    DeferredPassthrough<String, TestError> { subject in
      runs.increment()
      JoinableThread { subject.send("a") }.join()
    }.subscribe(recorder)
    expectEqual(recorder.events, [name, .value("a")])
    expectEqual(recorder.overlaps, 0)
    recorder.cancel()
  }

  @Test("Many threads may send later, and deliveries do not overlap")
  func sendsFromThreads() {
    let kept = Box<Subject?>(nil)
    let recorder = DeferredPassthrough<String, TestError> { kept.value = $0 }.record()
    concurrently(4) { thread in
      for index in 0..<500 { kept.value?.send("\(thread) \(index)") }
    }
    kept.value?.send(completion: .finished)
    expectEqual(recorder.values.count, 2_000)
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("The mirror shows demand, then the source")
  func mirror() throws {
    let recorder = DeferredPassthrough<String, TestError> { _ in }.record(demand: .none)
    let subscription = try #require(recorder.subscription)
    expect(Mirror(reflecting: subscription).children.isEmpty)
    recorder.request(.max(1))
    let shown = Mirror(reflecting: subscription).children.map { "\($0.label ?? "") \($0.value)" }
    expectEqual(shown, ["upstream PassthroughSubject"])
    recorder.cancel()
    expect(Mirror(reflecting: subscription).children.isEmpty)
  }
}

/// Sendable: set and read on one thread.
private final class WeakSubject: @unchecked Sendable {
  weak var subject: PassthroughSubject<String, TestError>?
}

/// The subscription of a source whose cancel runs a closure.
private final class MeetingSource: Subscription {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() { onCancel() }
}
