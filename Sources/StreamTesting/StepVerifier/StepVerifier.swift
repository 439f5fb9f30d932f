public import StreamCore

/// A script of what a publisher should do, step by step; it says at which step the publisher does something else.
///
///     let scheduler = TestScheduler()
///     StepVerifier((1...3).publisher.delay(for: 2, scheduler: scheduler), scheduler: scheduler, initialDemand: .none)
///       .expectSubscription()
///       .expectNoEvent(for: 10)
///       .request(.max(2))
///       .expectNoEvent(for: 1)
///       .advance(by: 1)
///       .expect(1, 2)
///       .cancel()
///       .verify()
///
/// Nothing happens before ``verify(fileID:filePath:line:column:)`` or ``check(fileID:filePath:line:column:)``, which
/// subscribes, and goes through the steps in order. Each step that expects a signal takes the next one that has come. With
/// a scheduler no step waits: it is the steps that move the clock. Publishers that deliver on other threads are waited for
/// by a verifier with a timeout. At the end nothing may be left over, and the subscription
/// is cancelled if it has not ended. A script may be verified several times; each is a subscription of its own.
///
/// A failure names the step by its number, what it does and its line, says what was expected and what came, and lists
/// all that has come so far:
///
///     Step 6 of 7, expect(1, 2), at PipelineTests/DelayTests.swift:21
///       expected  the value 2
///       came      the value 3, at 13
///       so far    subscription, 1, 3
public struct StepVerifier<P: Publisher> {
  struct Step {
    let description: String
    let site: CallSite
    let perform: (StepRun<P.Output, P.Failure>) throws(StepProblem) -> Void
  }

  let publisher: P
  let scheduler: TestScheduler?
  let timeout: Double?
  let initialDemand: Subscribers.Demand
  var steps: [Step] = []

  /// Begins a script.
  ///
  /// - Parameters:
  ///   - publisher: The publisher that is looked at.
  ///   - scheduler: Whose clock the steps move; without it, a step that moves the clock is a programmer's error, and
  ///     traps.
  ///   - initialDemand: How many values are asked for with the subscription, before the first step.
  public init(
    _ publisher: P, scheduler: TestScheduler? = nil, initialDemand: Subscribers.Demand = .unlimited
  ) {
    self.publisher = publisher
    self.scheduler = scheduler
    self.initialDemand = initialDemand
    timeout = nil
  }

  /// Begins a script for a publisher that delivers on other threads: a step that expects a signal blocks until one comes.
  ///
  ///     StepVerifier(downloads, timeout: 5).expect(1).expectFinished().verify()
  ///
  /// - Parameters:
  ///   - publisher: The publisher that is looked at.
  ///   - timeout: How many seconds, of real time, each signal is waited for at most; not negative.
  ///   - initialDemand: How many values are asked for with the subscription, before the first step.
  public init(_ publisher: P, timeout: Double, initialDemand: Subscribers.Demand = .unlimited) {
    precondition(timeout >= 0, "Nobody can wait for \(timeout) seconds.")
    self.publisher = publisher
    self.timeout = timeout
    self.initialDemand = initialDemand
    scheduler = nil
  }

  func adding(
    _ description: String, at site: CallSite,
    _ perform: @escaping (StepRun<P.Output, P.Failure>) throws(StepProblem) -> Void
  ) -> Self {
    var longer = self
    longer.steps.append(Step(description: description, site: site, perform: perform))
    return longer
  }

  /// The scheduler of a step that moves the clock.
  func clock(for step: String) -> TestScheduler {
    guard let scheduler else { preconditionFailure("\(step) moves a clock: give the verifier a scheduler.") }
    return scheduler
  }
}

extension StepVerifier {
  /// Subscribes, and goes through the steps; a failure is reported at the line of its step, to the test framework that
  /// runs.
  ///
  /// - Parameters:
  ///   - fileID: The file that calls.
  ///   - filePath: The file that calls.
  ///   - line: The line that calls.
  ///   - column: The column that calls.
  public func verify(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    do throws(StepFailure) {
      try check(fileID: fileID, filePath: filePath, line: line, column: column)
    } catch {
      FailureReporter.report(error.description, at: error.site)
    }
  }

  /// Subscribes, and goes through the steps; a failure is thrown.
  ///
  /// - Parameters:
  ///   - fileID: The file that calls.
  ///   - filePath: The file that calls.
  ///   - line: The line that calls.
  ///   - column: The column that calls.
  /// - Throws: The step that failed, with what was expected and what came.
  public func check(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws(StepFailure) {
    let run = StepRun<P.Output, P.Failure>(scheduler: scheduler, timeout: timeout, initialDemand: initialDemand)
    publisher.subscribe(run)
    defer { run.cancel() }
    for (index, step) in steps.enumerated() {
      do throws(StepProblem) {
        try step.perform(run)
      } catch {
        throw StepFailure(
          stepNumber: index + 1, step: step.description, stepCount: steps.count, problem: error,
          soFar: run.descriptionOfAll, site: step.site)
      }
    }
    do throws(StepProblem) {
      run.skipSubscription()
      try run.expectNothing("no more events")
    } catch {
      throw StepFailure(
        stepNumber: steps.count + 1, step: "the end", stepCount: steps.count, problem: error,
        soFar: run.descriptionOfAll,
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }
}
