import StreamCore
import StreamMapping
import StreamTesting
import StreamTiming

extension Family {
  @ScenarioList static var timingMeasuring: [Scenario] {
    Scenario(
      "measureInterval(using:options:)", ["upstream": "--a---b-c---|"], gives: "--2---4-2---|",
      fixed: "this one only writes the time as a number",
      example: """
        let scheduler = TestScheduler()
        let beats = PassthroughSubject<Void, Never>()
        let cancellable = beats
          .measureInterval(using: scheduler)
          .sink { print($0.magnitude / 1_000_000, "ms") }
        for _ in 1...2 {
          scheduler.advance(by: .milliseconds(800))
          beats.send(())
        }
        """, prints: "800 ms\n800 ms",
      pitfall:
        "The values are lengths of time of the scheduler, not numbers of seconds; the first counts from the subscription."
    ) { on in on.text.upstream.measureInterval(using: on.scheduler).map { on.seconds($0) } }

    Scenario(
      "timestamped(by:)", ["upstream": "-a--b|"], gives: "-A--B|",
      fixed: "this one only writes the element and its time as a text",
      example: """
        let scheduler = TestScheduler()
        let doors = PassthroughSubject<String, Never>()
        let cancellable = doors
          .timestamped(by: scheduler)
          .sink { print("\\($0.time): \\($0.value)") }
        scheduler.advance(to: 9)
        doors.send("opened")
        scheduler.advance(to: 17)
        doors.send("closed")
        """, prints: "9: opened\n17: closed",
      pitfall: """
        The time is that at which the element arrives here. Put it before `receive(on:)`, `delay` or `buffer`, which \
        change that.
        """
    ) { on in on.text.upstream.timestamped(by: on.scheduler).map { "\($0.value) at \($0.time)" } }

    Scenario(
      "withInterval(by:)", ["upstream": "-a--b|"], gives: "-A--B|",
      fixed: "this one only writes the element and its time as a text",
      example: """
        let scheduler = TestScheduler()
        let laps = PassthroughSubject<String, Never>()
        let cancellable = laps
          .withInterval(by: scheduler)
          .sink { print($0.value, "took", $0.interval.magnitude / 1_000_000_000, "s") }
        scheduler.advance(by: 62)
        laps.send("lap 1")
        scheduler.advance(by: 59)
        laps.send("lap 2")
        """, prints: "lap 1 took 62 s\nlap 2 took 59 s",
      pitfall: """
        The first interval counts from the subscription. Leave it out with `dropFirst()` where only the time between \
        two elements matters.
        """
    ) { on in on.text.upstream.withInterval(by: on.scheduler).map { "\($0.value) after \(on.seconds($0.interval))" } }
  }
}
