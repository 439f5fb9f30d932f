public import StreamCore

/// A script of a publisher's expected behaviour; it reports the first step where the publisher deviates.
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
/// ``verify(fileID:filePath:line:column:)`` and ``check(fileID:filePath:line:column:)`` subscribe and run the steps in
/// order; nothing happens before. Each step that expects a signal takes the next event received. With a scheduler no
/// step waits: steps advance the clock. With a timeout, expecting steps wait for publishers that deliver on other
/// threads. At the end no event may be left, and an open subscription is cancelled. A script may be verified several
/// times, each with a new subscription.
///
/// A failure names the step by number, code and line, and shows the expected event, the actual one, and all events so
/// far:
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

  /// Creates a script.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - scheduler: The scheduler whose clock the steps advance; without it, a step that advances the clock traps.
  ///   - initialDemand: The demand requested with the subscription, before the first step.
  public init(
    _ publisher: P, scheduler: TestScheduler? = nil, initialDemand: Subscribers.Demand = .unlimited
  ) {
    self.publisher = publisher
    self.scheduler = scheduler
    self.initialDemand = initialDemand
    timeout = nil
  }

  /// Creates a script for a publisher that delivers on other threads: an expecting step blocks until an event arrives.
  ///
  ///     StepVerifier(downloads, timeout: 5).expect(1).expectFinished().verify()
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - timeout: The longest wait for each signal, in real seconds; not negative.
  ///   - initialDemand: The demand requested with the subscription, before the first step.
  public init(_ publisher: P, timeout: Double, initialDemand: Subscribers.Demand = .unlimited) {
    precondition(timeout >= 0, "A timeout must not be negative: \(timeout)")
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

  /// The scheduler of a step that advances the clock.
  func clock(for step: String) -> TestScheduler {
    guard let scheduler else { preconditionFailure("\(step) moves a clock: give the verifier a scheduler.") }
    return scheduler
  }
}

extension StepVerifier {
  /// Subscribes and runs the steps; reports a failure at the line of its step to the running test framework.
  ///
  /// - Parameters:
  ///   - fileID: The calling file.
  ///   - filePath: The path of that file.
  ///   - line: The calling line.
  ///   - column: The calling column.
  public func verify(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    do throws(StepFailure) {
      try check(fileID: fileID, filePath: filePath, line: line, column: column)
    } catch {
      FailureReporter.report(error.description, at: error.site)
    }
  }

  /// Subscribes and runs the steps; throws a failure.
  ///
  /// - Parameters:
  ///   - fileID: The calling file.
  ///   - filePath: The path of that file.
  ///   - line: The calling line.
  ///   - column: The calling column.
  /// - Throws: The failed step, with the expected and the actual event.
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
