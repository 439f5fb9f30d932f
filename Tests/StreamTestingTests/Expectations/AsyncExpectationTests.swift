import Dispatch
import StreamCore
import StreamTesting
import TestSupport
import Testing

/// What Swift Testing was told: the comment and the line of each issue.
private func issues(_ body: () async -> Void) async -> [String] {
  let seen = Box<[String]>([])
  await withKnownIssue {
    await body()
  } matching: { issue in
    seen.update { $0.append("\(issue.sourceLocation?.line ?? 0): \(issue.comments.map(\.rawValue).joined())") }
    return true
  }
  return seen.value
}

@Suite("Expectations that await")
struct AsyncExpectationTests {
  private let silent = PassthroughSubject<Int, TestError>()
  private let failed = Fail<Int, TestError>(error: TestError("offline"))

  @Test("expectsCompletion passes on a finish, whatever the values")
  func completionPasses() async {
    await [1, 2].publisher.expectsCompletion(timeout: 5)
  }

  @Test("expectsCompletion fails on a failure, and without an end")
  func completionFails() async {
    let wish = "expectsCompletion: expected the publisher to finish, but"
    let failure = await issues { await failed.expectsCompletion(timeout: 5) }
    expectEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = await issues { await silent.expectsCompletion(timeout: 0.01) }
    expectEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. No values came."])
  }

  @Test("expectsFailure passes on a failure, which it returns")
  func failurePasses() async {
    #expect(await failed.expectsFailure(timeout: 5) == TestError("offline"))
  }

  @Test("expectsFailure fails on a finish, and without an end")
  func failureFails() async {
    let wish = "expectsFailure: expected the publisher to fail, but"
    let finish = await issues { await [1, 2].publisher.expectsFailure(timeout: 5) }
    expectEqual(finish, ["\(#line - 1): \(wish) it finished. 2 values came: 1, 2."])
    let late = await issues { await silent.expectsFailure(timeout: 0.01) }
    expectEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. No values came."])
  }

  @Test("expectsOne returns the one value")
  func onePasses() async {
    #expect(await Just("a").expectsOne(timeout: 5) == "a")
  }

  @Test("expectsOne fails at a second value, without a value, on a failure, and without an end")
  func oneFails() async {
    let wish = "expectsOne: expected one value and the finish, but"
    let second = await issues { #expect(await ["a", "b", "c"].publisher.expectsOne(timeout: 5) == nil) }
    expectEqual(second, ["\(#line - 1): \(wish) a second value came. 2 values came: \"a\", \"b\"."])
    let none = await issues { await Empty<Int, Never>().expectsOne(timeout: 5) }
    expectEqual(none, ["\(#line - 1): \(wish) it finished without a value. No values came."])
    let failure = await issues { await failed.expectsOne(timeout: 5) }
    expectEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = await issues { await CurrentValueSubject<Int, Never>(1).expectsOne(timeout: 0.01) }
    expectEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. 1 value came: 1."])
  }

  @Test("expectsAll returns the values, of which there may be none")
  func allPasses() async {
    #expect(await [1, 2, 3].publisher.expectsAll(timeout: 5) == [1, 2, 3])
    #expect(await Empty<Int, Never>().expectsAll(timeout: 5) == [])
  }

  @Test("expectsAll fails on a failure and without an end, and returns what came")
  func allFails() async {
    let wish = "expectsAll: expected values and the finish, but"
    let failure = await issues { #expect(await failed.expectsAll(timeout: 5) == []) }
    expectEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = await issues { #expect(await CurrentValueSubject<Int, Never>(1).expectsAll(timeout: 0.01) == [1]) }
    expectEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. 1 value came: 1."])
  }

  @Test("expectsAtLeast takes five values of an endless source, checks each, and cancels")
  func atLeastPasses() async {
    var checked: [Int] = []
    let values = await Publishers.Sequence<PartialRangeFrom<Int>, Never>(sequence: 1...).expectsAtLeast(values: 5) {
      checked.append($0)
    }
    expectEqual(values, [1, 2, 3, 4, 5])
    expectEqual(checked, values)
  }

  @Test("expectsAtLeast fails at an early end, on a failure, and when fewer came in time")
  func atLeastFails() async {
    let wish = "expectsAtLeast: expected at least 3 values, but"
    let early = await issues { #expect(await [1, 2].publisher.expectsAtLeast(values: 3, timeout: 5) == [1, 2]) }
    expectEqual(early, ["\(#line - 1): \(wish) it finished. 2 values came: 1, 2."])
    let none = await issues { await Empty<Int, Never>().expectsAtLeast(values: 1, timeout: 5) }
    expectEqual(none, ["\(#line - 1): expectsAtLeast: expected at least 1 value, but it finished. No values came."])
    let failure = await issues { await failed.expectsAtLeast(values: 3, timeout: 5) }
    expectEqual(failure, ["\(#line - 1): \(wish) it failed with offline. No values came."])
    let late = await issues { await CurrentValueSubject<Int, Never>(1).expectsAtLeast(values: 3, timeout: 0.01) }
    expectEqual(late, ["\(#line - 1): \(wish) timed out after 0.01 s. 1 value came: 1."])
  }

  @Test("What the check of a value expects counts for the test")
  func checkFails() async {
    let told = await issues { await [1].publisher.expectsAtLeast(values: 1) { expectEqual($0, 2) } }
    expectEqual(told.count, 1)
  }

  @Test("Of many values the first ten and the last five are listed")
  func abridged() async {
    let told = await FailureReporter.failures { await (1...100).publisher.expectsFailure(timeout: 5) }
    expectEqual(
      told.map(\.message),
      [
        "expectsFailure: expected the publisher to fail, but it finished. 100 values came: "
          + "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, (85 more), 96, 97, 98, 99, 100."
      ])
  }

  @Test("A wait ends as soon as the outcome is known")
  func endsEarly() async {
    let clock = ContinuousClock()
    let elapsed = await clock.measure {
      let subject = ScriptedPublisher<Int, TestError>()
      subject.onRequest = { [weak subject] _ in
        DispatchQueue.global().async { [subject] in
          subject?.send(1)
          subject?.send(2)
        }
      }
      _ = await FailureReporter.failures { await subject.expectsOne(timeout: 36_000) }
      _ = await FailureReporter.failures { await failed.expectsAll(timeout: 36_000) }
      await Just(1).expectsCompletion(timeout: 36_000)
    }
    // A busy machine lets a test wait, but not for hours.
    expect(elapsed < .seconds(3_600))
  }

  @Test("A wait leaves no subscription behind, however it ends")
  func nothingLeft() async {
    let failures = await FailureReporter.failures {
      for ending in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
        let upstream = ScriptedPublisher<Int, TestError>()
        upstream.onRequest = { [unowned upstream] _ in
          upstream.send(1)
          upstream.send(completion: ending)
        }
        await upstream.expectsAll(timeout: 5)
        expect(upstream.livingSubscriptionCount == 0 && upstream.subscriberCount == 0)
        expectEqual(upstream.cancelCount, 0)
      }
      for timeout in [0.01, 3_600] {
        let upstream = ScriptedPublisher<Int, TestError>()
        if timeout > 1 {
          upstream.onRequest = { [unowned upstream] _ in
            upstream.send(1)
            upstream.send(2)
          }
        }
        await upstream.expectsAtLeast(values: 2, timeout: timeout)
        expect(upstream.livingSubscriptionCount == 0 && upstream.subscriberCount == 0)
        expectEqual(upstream.cancelCount, 1)
      }
    }
    expectEqual(failures.count, 2)
  }

  @Test("A subscription that comes after the wait is cancelled")
  func lateSubscription() async {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
    let failures = await FailureReporter.failures { await upstream.expectsAll(timeout: 0.01) }
    expectEqual(failures.count, 1)
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.cancel])
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("A publisher that never stops sending is cancelled when the time is up")
  func endless() async {
    let failures = await FailureReporter.failures {
      await Publishers.Sequence<PartialRangeFrom<Int>, Never>(sequence: 1...).expectsAll(timeout: 0.01)
    }
    expectEqual(failures.count, 1)
    expectEqual(failures.first?.message.contains("timed out after 0.01 s"), true)
  }

  @Test("A cancelled task stops waiting, and the message says so")
  func cancelledTask() async {
    let upstream = ScriptedPublisher<Int, TestError>()
    let task = Task {
      await FailureReporter.failures { await upstream.expectsAll(timeout: 36_000) }
    }
    task.cancel()
    let told = await task.value
    expectEqual(
      told.map(\.message),
      [
        "expectsAll: expected values and the finish, but the test was cancelled while waiting. No values came."
      ])
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("Non-sendable values are returned to the actor that waits")
  @MainActor
  func isolated() async {
    final class Unsendable {
      var number = 1
    }
    let value = await Just(Unsendable()).expectsOne(timeout: 5)
    expectEqual(value?.number, 1)
  }

  @Test("Values sent during wait(seconds:) are received")
  func waits() async {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    let start = ContinuousClock.now
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { subject.send(1) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { subject.send(2) }
    repeat { await wait(seconds: 0.05) } while recorder.values.count < 2
    // Both may be due at once, on two threads.
    expectEqual(recorder.values.sorted(), [1, 2])
    expect(.now - start >= .seconds(0.05))
  }
}
