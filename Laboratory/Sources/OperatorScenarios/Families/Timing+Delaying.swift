import StreamCore
import StreamTesting
import StreamTiming

extension Family {
  @ScenarioList static var timingDelaying: [Scenario] {
    Scenario(
      "delay(for:tolerance:scheduler:options:)", ["upstream": "-a-bc---d|"], gives: "----a-bc---d|",
      example: """
        let scheduler = TestScheduler()
        let cancellable = ["ready", "steady", "go"].publisher
          .delay(for: 3, scheduler: scheduler)
          .sink { print($0, "at", scheduler.now) }
        scheduler.advance(by: 5)
        """, prints: "ready at 3\nsteady at 3\ngo at 3",
      use: "Use it to delay every element by the same time.",
      pitfall: """
        It shifts elements, and does not space them: those that arrive together are delivered together. To subscribe later, \
        use `delaySubscription`.
        """
    ) { on in on.text.upstream.delay(for: on.ticks("for", 3), scheduler: on.scheduler) }

    Scenario(
      "delaySubscription(for:tolerance:scheduler:options:)", ["upstream": "-a-b-c|"], gives: "-----a-b-c|",
      example: """
        let scheduler = TestScheduler()
        let cancellable = Deferred { Just("loaded at \\(scheduler.now)") }
          .delaySubscription(for: 4, scheduler: scheduler)
          .sink { print($0) }
        scheduler.advance(by: 5)
        """, prints: "loaded at 4",
      pitfall: "What a hot upstream, such as a subject, sends before is lost. To have its elements later use `delay`."
    ) { on in on.text.upstream.delaySubscription(for: on.ticks("for", 4), scheduler: on.scheduler) }

    Scenario(
      "delaySubscription(until:)", ["upstream": "-a-b-c|", "trigger": "----x---|"], gives: "-----a-b-c|",
      example: """
        let signedIn = PassthroughSubject<Void, Never>()
        let cancellable = Deferred { Just("Here is your mail.") }
          .delaySubscription(until: signedIn)
          .sink { print($0) }
        print("Please sign in.")
        signedIn.send(())
        """, prints: "Please sign in.\nHere is your mail.",
      pitfall: """
        Upstream does not run before the trigger fires. If it must run, and only its elements are to be left out, use \
        `drop(untilOutputFrom:)`.
        """
    ) { on in on.text.upstream.delaySubscription(until: on.text.trigger) }

    Scenario(
      "retry(on:tolerance:options:intervals:)", ["upstream": "-1#"], gives: "-1---1-----1#",
      example: """
        struct Offline: Error {}
        let scheduler = TestScheduler()
        let cancellable = Deferred { () -> Result<String, Offline>.Publisher in
          print("Attempt at \\(scheduler.now)")
          return scheduler.now < 3 ? .init(.failure(Offline())) : .init(.success("Connected"))
        }
        .retry(on: scheduler, intervals: [1, 2, 4])
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        scheduler.advance(by: 10)
        """, prints: "Attempt at 0\nAttempt at 1\nAttempt at 3\nConnected\nfinished",
      pitfall: """
        A publisher that stores its result, such as a `Future`, fails again at once. Wrap it in `Deferred`, so that each \
        attempt does the work anew.
        """
    ) { on in on.upstream.retry(on: on.scheduler, intervals: [2, 4]) }
  }
}
