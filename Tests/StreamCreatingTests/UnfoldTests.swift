import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("unfold and generate")
struct UnfoldTests {
  /// Counts from 1 to 3, and counts its calls.
  private func counting(_ calls: Box<Int>) -> Publishers.Unfold<Int, Int, Never> {
    Publishers.unfold(1) { number -> Int? in
      calls.increment()
      defer { number += 1 }
      return number < 4 ? number : nil
    }
  }

  // Case XA-021.
  @Test("Delivers what the closure returns until it returns nil, in each subscription from the first state")
  func values() {
    let publisher = counting(Box(0))
    for _ in 1...2 {
      expectEqual(publisher.record().events, [.subscription("Unfold"), .value(1), .value(2), .value(3), .finished])
    }
  }

  // Case XA-022.
  @Test("The closure runs once for each value that is asked for; the end is found at the next request")
  func demand() {
    let calls = Box(0)
    let recorder = counting(calls).record(demand: .max(2))
    expectEqual(recorder.values, [1, 2])
    expectEqual(calls.value, 2)
    recorder.request(.max(1))
    expect(recorder.completions.isEmpty)
    expectEqual(calls.value, 3)
    recorder.request(.max(1))
    expect(recorder.isFinished)
    expectEqual(calls.value, 4)
    recorder.request(.max(1))
    expectEqual(calls.value, 4)
  }

  @Test("With demand left over after the last value, it finishes at once")
  func finishesWithDemandLeft() {
    let recorder = counting(Box(0)).record(demand: .max(4))
    expect(recorder.isFinished)
  }

  // Case XA-023.
  @Test("A throw is the failure, of the type that the closure throws")
  func throwing() {
    let publisher = Publishers.unfold(1) { (number: inout Int) throws(TestError) -> Int? in
      if number == 3 { throw TestError("three") }
      defer { number += 1 }
      return number
    }
    expectEqual(
      publisher.record().events, [.subscription("Unfold"), .value(1), .value(2), .failure(TestError("three"))])
  }

  // Case XA-024.
  @Test("After a cancel inside a delivery the closure does not run again")
  func cancelInDelivery() {
    let calls = Box(0)
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [unowned recorder] value in
      if value == 2 { recorder.cancel() }
      return .none
    }
    counting(calls).subscribe(recorder)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
    expectEqual(calls.value, 2)
  }

  @Test("A cancel inside the closure drops its value")
  func cancelInClosure() {
    let recorder = RecordingSubscriber<Int, Never>()
    Publishers.unfold(1) { [unowned recorder] number -> Int? in
      if number == 2 { recorder.cancel() }
      defer { number += 1 }
      return number
    }.subscribe(recorder)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
  }

  @Test("The end, a throw and a cancel release the closure, the state and downstream")
  func release() {
    for limit in [2, 3, .max] {
      weak var closure: Token?
      weak var state: Token?
      weak var downstream: RecordingSubscriber<Int, TestError>?
      var subscription: (any Subscription)?
      do {
        let (newClosure, newState) = (Token(), Token())
        (closure, state) = (newClosure, newState)
        let recorder = Publishers.unfold((number: 0, token: newState)) { state throws(TestError) -> Int? in
          state.number = newClosure.pass(state.number + 1)
          if limit == 3, state.number == 3 { throw TestError() }
          return limit == 2 && state.number > limit ? nil : state.number
        }.record(demand: .max(2))
        (downstream, subscription) = (recorder, recorder.subscription)
        expectEqual(recorder.values, [1, 2])
      }
      expect(closure != nil && state != nil)
      if limit == .max { subscription?.cancel() } else { subscription?.request(.max(2)) }
      expect(closure == nil && state == nil && downstream == nil)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("Requests from inside the closure and deliveries are added: very many do not grow the stack")
  func reentrantRequests() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    recorder.onValue = { [unowned recorder] _ in
      recorder.request(.max(1))
      return .none
    }
    Publishers.unfold(0) { [unowned recorder] number -> Int? in
      if number == 100_000 { return nil }
      if number.isMultiple(of: 1_000) { recorder.request(.none) }
      defer { number += 1 }
      return number
    }.subscribe(recorder)
    expectEqual(recorder.values.count, 100_000)
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("generate applies its closure again and again, while values are included, and never ahead of demand")
  func generates() {
    let calls = Box(0)
    let powers = Publishers.generate(1, while: { $0 < 9 }) { value in
      calls.increment()
      return value * 2
    }
    let recorder = powers.record(demand: .max(2))
    expectEqual(recorder.values, [1, 2])
    expectEqual(calls.value, 1)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2, 4, 8])
    expect(recorder.isFinished)
    expectEqual(Publishers.generate(9, while: { $0 < 9 }) { $0 }.record().events, [.subscription("Unfold"), .finished])
    expectEqual(Publishers.generate(0) { $0 + 1 }.record(demand: .max(3)).values, [0, 1, 2])
  }

  @Test("Two threads that request get each value once, in order, and a cancel that crosses leaves a beginning")
  func threads() {
    for _ in 0..<200 {
      let recorder = Publishers.generate(0) { $0 + 1 }.record(demand: .none)
      concurrently(3) { thread in
        if thread == 2 { return recorder.cancel() }
        for _ in 0..<20 { recorder.request(.max(1)) }
      }
      expectEqual(recorder.values, Array(0..<recorder.values.count))
      expectEqual(recorder.overlaps, 0)
    }
  }
}
