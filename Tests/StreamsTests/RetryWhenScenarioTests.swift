import StreamTesting
import Streams
import TestSupport
import Testing

@Suite("retry(when:) with operators of other families")
struct RetryWhenScenarioTests {
  // Case XA-211.
  @Test("Two failures, each delayed, retry; the end of the trigger ends the third attempt")
  func delays() {
    let scheduler = TestScheduler()
    let run = marbles("-1#", scheduler: scheduler) { upstream in
      upstream.retry { failures in
        failures.delay(for: 2, scheduler: scheduler).prefix(2).setFailureType(to: MarbleFailure.self)
      }
    }
    run.expect("-1---1--|")
  }

  @Test("The form with a trigger that cannot fail needs no failure type")
  func delaysWithoutFailure() {
    let scheduler = TestScheduler()
    marbles("-1#", scheduler: scheduler) { upstream in
      upstream.retry { $0.delay(for: 2, scheduler: scheduler).prefix(2) }
    }.expect("-1---1--|")
  }
}
