internal import StreamCore
internal import StreamParts
internal import StreamSchedulers

/// Runs a pipeline in one case: sends, requests, lets time pass, cancels.
struct LawDriver {
  /// Elements of the first thread that sends are below this, those of the second below twice this.
  static let share = 1_000_000

  let lawCase: LawCase

  /// How long a run in real time may stand still before it is a violation.
  let patience: Duration

  private let scheduler: LawScheduler
  private let recorder: LawRecorder
  private let tap: LawTap
  private let run: LawRun
  private let subject = PassthroughSubject<Int, TestError>()
  private let sent: [[Int]]

  /// - Parameters:
  ///   - lawCase: How to run it.
  ///   - patience: How long a run in real time may stand still.
  ///   - queue: The law's scheduler in the explorer; `nil` for that of its place.
  init(_ lawCase: LawCase, patience: Duration, on queue: ExploredQueue? = nil) {
    (self.lawCase, self.patience) = (lawCase, patience)
    let scheduler = queue.map { LawScheduler(exploring: $0) } ?? lawCase.place.makeScheduler()
    self.scheduler = scheduler
    recorder = LawRecorder(lawCase, scheduler: scheduler, isConcurrent: queue != nil || !lawCase.isDeterministic)
    run = LawRun(scheduler: scheduler, picks: lawCase.picks)
    let count = lawCase.length
    switch lawCase.source {
    case .array, .subject, .timer: sent = [lawCase.elements ?? Array(0..<count)]
    case .threads(let threads):
      sent = (0..<threads).map { thread in
        (count * thread / threads..<count * (thread + 1) / threads).map { $0 + thread * Self.share }
      }
    }
    let source: Law.Upstream =
      if lawCase.source.isHot {
        subject.eraseToAnyPublisher()
      } else if lawCase.end == .failure {
        Record(output: sent[0], completion: lawCase.completion).eraseToAnyPublisher()
      } else {
        Publishers.Sequence(sequence: sent[0]).eraseToAnyPublisher()
      }
    tap = LawTap(upstream: source, scheduler: scheduler, log: Box(LawTap.Log()))
  }

  /// Runs a pipeline, and checks what holds for all laws.
  func outcome(of pipeline: LawPipeline) -> LawOutcome {
    let leaks = LeakScope()
    let observation = observeDrops()
    defer { observation.cancel() }
    var isStill = false
    LawRun.$current.withValue(run) {
      leaks.running {
        pipeline.attach(lawCase.place.hop(tap.eraseToAnyPublisher(), scheduler), run, recorder)
        isStill = lawCase.isDeterministic ? drive() : driveInRealTime()
      }
    }
    var outcome = makeOutcome()
    if isStill { outcome.faults.append(LawOutcome.standstill) }
    LawRun.$current.withValue(run) { end(&outcome) }
    var steps = 1_000
    // Work that has been scheduled may hold a stage.
    while LivingStreams.isCounting, lawCase.isDeterministic, steps > 0, !leaks.living.isEmpty, runWork() { steps -= 1 }
    let living = lawCase.isDeterministic ? leaks.living : []
    if !living.isEmpty { outcome.faults.append("Alive after the end: \(living.joined(separator: ", ")).") }
    return outcome
  }

  /// Attaches a pipeline, to an array on a thread of its own, and adds threads that send, request and cancel.
  ///
  /// - Parameters:
  ///   - pipeline: The pipeline.
  ///   - scenario: The scenario.
  /// - Returns: What makes the outcome when the threads are done.
  func explore(_ pipeline: LawPipeline, in scenario: Exploration) -> () -> LawOutcome {
    let senders = Box(sent.count)
    scenario.keep(observeDrops())
    @Sendable func attach() {
      LawRun.$current.withValue(run) {
        pipeline.attach(lawCase.place.hop(tap.eraseToAnyPublisher(), scheduler), run, recorder)
        if lawCase.source == .timer { startTimer(senders) }
      }
    }
    // To a subject the pipeline is attached before the first element is sent.
    if lawCase.source.isHot { attach() } else { scenario.thread("subscriber", attach) }
    for (number, part) in sent.enumerated() where lawCase.source.hasSenders {
      scenario.thread("sender \(number + 1)") { send(part, senders) }
    }
    switch lawCase.demand {
    case .outside(let count):
      scenario.thread("requester") {
        LawRun.$current.withValue(run) {
          for _ in 0..<lawCase.length { recorder.request(.max(count)) }
          recorder.request(.unlimited)
        }
      }
    case .later:
      scenario.thread("requester") { LawRun.$current.withValue(run) { recorder.request(.unlimited) } }
    case .unlimited, .oneAtATime, .inside, .onScheduler, .none: break
    }
    if case .cancelOutside = lawCase.end {
      scenario.thread("canceller") { LawRun.$current.withValue(run) { recorder.cancel() } }
    }
    return {
      var outcome = makeOutcome()
      if mustEnd, !recorder.isOver { outcome.faults.append(LawOutcome.standstill) }
      run.end()
      _ = recorder.forget()
      if recorder.isOver, tap.livingCount > 0 { outcome.faults.append(LawOutcome.holding) }
      return outcome
    }
  }

  /// Counts the drops of this run; the hook is the process's, and another law may run at the same time.
  private func observeDrops() -> AnyCancellable {
    DropHook.observe { [run] report in if LawRun.current === run { run.noteDrops(report.count) } }
  }

  private func makeOutcome() -> LawOutcome {
    let (log, taken) = (recorder.snapshot, tap.log.value)
    var outcome = LawOutcome()
    outcome.sent = sent.flatMap { $0 }
    (outcome.input, outcome.inputTimes, outcome.inputEnd) = (taken.values, taken.times, taken.end)
    (outcome.inputEndTime, outcome.hasCancelledSource) = (taken.endTime, taken.isCancelled)
    (outcome.output, outcome.outputTimes) = (log.values, log.times)
    outcome.end = log.end
    outcome.drops = run.drops
    outcome.isCut = lawCase.isCut && log.end == nil
    outcome.faults = log.faults + run.faults
    return outcome
  }

  // MARK: One thread

  /// Sends, requests and runs work on this thread until there is nothing left to do.
  ///
  /// - Returns: Whether the pipeline stood still: it had to end, and has not.
  private func drive() -> Bool {
    let hasTimer = lawCase.source == .timer
    var unsent = lawCase.source.hasSenders ? sent[0][...] : []
    var owesEnd = lawCase.source.hasSenders && lawCase.end != .never
    let ticking = Box(hasTimer ? 1 : 0)
    if hasTimer { startTimer(ticking) }
    var (steps, idleTurns) = (20_000 + 50 * lawCase.length, 0)
    while !recorder.isOver, steps > 0, idleTurns < 500 {
      steps -= 1
      let count = recorder.count
      if let value = unsent.popFirst() {
        subject.send(value)
        // Without a pace this runs the requests that wait for the scheduler.
        if lawCase.pace > 0 || lawCase.demand.isScheduled { scheduler.clock?.advance(by: .seconds(lawCase.pace)) }
        requestOutside()
      } else if owesEnd {
        owesEnd = false
        sendEnd()
      } else {
        // A timer must not be due before what could come at once.
        guard requestOutside() || ticking.value == 0 && requestLater() || runWork() else { break }
        // Timers of a stream that never ends go on for ever.
        idleTurns = recorder.count == count && !mustEnd && ticking.value == 0 ? idleTurns + 1 : 0
      }
      cancelOutside()
    }
    let stoodStill = mustEnd && !recorder.isOver
    cancelOutside(atLast: true)
    return stoodStill
  }

  /// Whether the run must end: the source ends, or the subscriber leaves before, and something is requested.
  private var mustEnd: Bool { lawCase.end != .never && lawCase.demand != .none }

  private func sendEnd() {
    subject.send(completion: lawCase.completion)
  }

  private func runWork() -> Bool {
    guard let work = scheduler.clock?.stepped.popFirst(until: nil) else { return false }
    work()
    return true
  }

  /// Requests as many again if all that was requested has come.
  @discardableResult
  private func requestOutside() -> Bool {
    guard case .outside(let count) = lawCase.demand, recorder.isWaiting else { return false }
    recorder.request(.max(count))
    return true
  }

  @discardableResult
  private func requestLater() -> Bool {
    guard lawCase.demand == .later, recorder.isWaiting else { return false }
    recorder.request(.unlimited)
    return true
  }

  private func cancelOutside(atLast: Bool = false) {
    guard case .cancelOutside(let count) = lawCase.end, !recorder.isOver else { return }
    if atLast || recorder.count >= count { recorder.cancel() }
  }

  // MARK: Several threads

  private func driveInRealTime() -> Bool {
    let senders = startSenders()
    var (count, isPatient) = (-1, true)
    var deadline = ContinuousClock.now + patience
    var (turns, steps) = (0, 20_000 + 50 * lawCase.length)
    while !isDone(senders) {
      let newCount = recorder.count + (senders?.value ?? 0)
      if newCount != count { (count, deadline) = (newCount, .now + patience) }
      if deadline < .now {
        isPatient = false
        break
      }
      var acts = requestOutside()
      if senders?.value ?? 0 == 0 { acts = requestLater() || acts }
      cancelOutside()
      // Timers wait until all senders are done.
      if !lawCase.place.isReal, senders?.value ?? 0 == 0, !acts, runWork() { (steps, acts) = (steps - 1, true) }
      if steps == 0 {
        isPatient = false
        break
      }
      turns += 1
      if !acts, turns > 100 { pause(0.0005) }
    }
    if isPatient, !recorder.isOver {
      requestLater()
      flush()
    }
    cancelOutside(atLast: true)
    return !isPatient
  }

  private func isDone(_ senders: Box<Int>?) -> Bool {
    if senders?.value ?? 0 > 0 { return false }
    if recorder.isOver { return true }
    // Otherwise the source ends, or the subscriber cancels.
    return lawCase.demand == .none || lawCase.end == .never
  }

  /// - Returns: The number of senders that are still sending; `nil` for a source that sends by itself.
  private func startSenders() -> Box<Int>? {
    guard lawCase.source.isHot else { return nil }
    let (sending, running) = (Box(sent.count), Box(sent.count))
    if lawCase.source == .timer {
      startTimer(running)
      return running
    }
    for part in sent {
      JoinableThread {
        send(part, sending)
        running.update { $0 -= 1 }
      }.detach()
    }
    return running
  }

  private func startTimer(_ running: Box<Int>) {
    LawTimer(on: scheduler, elements: sent[0]) { [subject, lawCase] element in
      if let element { return subject.send(element) }
      if lawCase.end != .never { subject.send(completion: lawCase.completion) }
      running.update { $0 -= 1 }
    }.start()
  }

  /// Sends one thread's elements, and if it is the last one, the end.
  private func send(_ part: [Int], _ senders: Box<Int>) {
    LawRun.$current.withValue(run) {
      for value in part { subject.send(value) }
      let isLast = senders.update { count in
        count -= 1
        return count == 0
      }
      if isLast, lawCase.end != .never { sendEnd() }
    }
  }

  /// Lets what has been scheduled run.
  private func flush() {
    if !lawCase.place.isReal {
      var steps = 1_000
      while steps > 0, runWork() { steps -= 1 }
      return
    }
    let gate = Gate()
    scheduler.schedule { gate.open() }
    _ = gate.wait(until: .now + patience, runningLoop: false)
  }

  private func pause(_ seconds: Double) {
    _ = Gate().wait(until: .now + .seconds(seconds), runningLoop: false)
  }

  // MARK: The end

  /// Cancels what has not ended, and expects everything to be released.
  private func end(_ outcome: inout LawOutcome) {
    if !recorder.isOver { recorder.cancel() }
    run.end()
    // A stage without state hands on the source's own subscription, which the subscriber may keep. An inspector's probe
    // stands before it, with its mirror.
    let isSource = recorder.snapshot.subscription.map { Mirror(reflecting: $0).subjectType == LawTap.Tapped.self }
    if isSource == true { _ = recorder.forget() }
    let deadline = ContinuousClock.now + patience
    var steps = 1_000
    while tap.livingCount > 0 {
      // Work that has been scheduled may hold the pipeline; a timer that goes on for ever is no excuse.
      steps -= 1
      if !lawCase.place.isReal, steps > 0, runWork() { continue }
      if lawCase.isDeterministic || deadline < .now {
        outcome.faults.append(LawOutcome.holding)
        break
      }
      pause(0.0005)
    }
    let log = recorder.forget()
    outcome.faults =
      log.faults + run.faults + outcome.faults.filter { !log.faults.contains($0) && !run.faults.contains($0) }
  }
}
