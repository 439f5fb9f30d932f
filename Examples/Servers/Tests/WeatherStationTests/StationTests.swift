import Foundation
import StreamConcurrency
import StreamCore
import StreamMapping
import StreamTesting
import Synchronization
import Testing
import WeatherStation

@Suite("The weather station", .timeLimit(.minutes(5)))
struct StationTests {
  @Test("A round prints what the article on recipes shows")
  func round() async throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let article = try String(
      contentsOf: root.appending(path: "Docs/Website/Guides.docc/Recipes.md"), encoding: .utf8)
    let section = try #require(article.split(separator: "\n### ").first { $0.hasPrefix("A weather station\n") })
    let shown = try #require(section.split(separator: "```text\n").last?.split(separator: "\n```").first)
    let printed = Mutex<[String]>([])
    await WeatherStation.run { line in printed.withLock { $0.append(line) } }
    #expect(printed.withLock { $0 } == shown.split(separator: "\n").map(String.init))
  }

  @Test("A thermometer is on while somebody reads it, and each of its subscribers gets every reading")
  func thermometer() async {
    let thermometer = Thermometer()
    let publisher = thermometer.publisher
    #expect(!thermometer.isOn)
    let (one, other) = (RecordingSubscriber<Double, Never>(), RecordingSubscriber<Double, Never>())
    publisher.subscribe(one)
    publisher.subscribe(other)
    #expect(thermometer.isOn)
    for celsius in [18, 19, 20.5] { thermometer.report(celsius) }
    await until { one.values.count == 3 && other.values.count == 3 }
    one.cancel()
    thermometer.report(21)
    await until { other.values.count == 4 }
    #expect(thermometer.isOn)
    other.cancel()
    await until { !thermometer.isOn }
    #expect(one.values == [18, 19, 20.5])
    #expect(other.values == [18, 19, 20.5, 21])
  }

  @Test("A thermometer that is retired finishes its readings")
  func retired() async {
    let thermometer = Thermometer()
    let end = Event()
    let recorder = RecordingSubscriber<Double, Never>()
    recorder.onCompletion = { _ in end.happen() }
    thermometer.publisher.subscribe(recorder)
    thermometer.report(18)
    thermometer.retire()
    await end.wait()
    #expect(recorder.values == [18])
    #expect(recorder.isFinished && !thermometer.isOn)
  }

  @Test("Each subscriber reads the logbook from its first line, up to the line that is not a number")
  func logbook() async {
    let publisher = Logbook(lines: ["18.5", "19", "a smudge", "21"]).publisher
    for _ in 1...2 {
      var readings: [Double] = []
      do throws(SensorFault) {
        for try await celsius in publisher.values { readings.append(celsius) }
        Issue.record("It did not throw.")
      } catch {
        #expect(error == .unreadable(line: "a smudge"))
      }
      #expect(readings == [18.5, 19])
    }
  }

  @Test("The uplink sends every reading once, the last batch with what there is")
  func batches() async {
    #expect(
      await Uplink.batches(of: (1...5).publisher.map(Double.init), count: 2).allValues == [[1, 2], [3, 4], [5]])
  }

  @Test("The uplink makes a batch when the one before it has been asked for, and a cancel releases its sender")
  func uplinkWaits() async {
    let upstream = ScriptedPublisher<Double, Never>()
    let sent = Counter()
    upstream.onRequest = { [unowned upstream] _ in
      sent.increment()
      upstream.send(Double(sent.value))
    }
    let recorder = RecordingSubscriber<[Double], Never>(demand: .none)
    Uplink.batches(of: upstream, count: 2).subscribe(recorder)
    for asked in 0..<5 {
      await until { sent.value >= (asked + 1) * 2 }
      await letOthersRun()
      #expect(sent.value == (asked + 1) * 2)
      #expect(recorder.values.count == asked)
      recorder.request(.max(1))
      await until { recorder.values.count > asked }
    }
    #expect(recorder.values == [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]])
    await until { sent.value >= 12 }
    recorder.cancel()
    await until { upstream.isCancelled }
    #expect(sent.value == 12)
    #expect(recorder.completions.isEmpty)
  }

  @Test("Changes are the differences of neighbours")
  func changes() async {
    var changes: [Double] = []
    for await change in Climate.changes(of: [18, 19, 21, 20.5].publisher) { changes.append(change) }
    #expect(changes == [1, 2, -0.5])
  }

  @Test("The readings of a publisher and of a sequence are compared in pairs, up to the end of the shorter")
  func differences() async {
    let thermometer = Thermometer()
    let differences = Climate.differences(inside: [21.5, 22, 22.5, 23].publisher, outside: thermometer.readings)
    for celsius in [18, 19.5, 23] { thermometer.report(celsius) }
    thermometer.retire()
    #expect(await differences.allValues == [3.5, 2.5, -0.5])
  }

  @Test("What is felt follows the temperature and the humidity")
  func felt() async {
    let (celsius, humidity) = (CurrentValueSubject<Double, Never>(20), CurrentValueSubject<Double, Never>(60))
    var felt = Climate.felt(celsius: celsius, humidity: humidity).makeAsyncIterator()
    #expect(await felt.next(isolation: nil) == 21)
    celsius.send(22)
    #expect(await felt.next(isolation: nil) == 23)
    humidity.send(40)
    #expect(await felt.next(isolation: nil) == 21)
    celsius.send(completion: .finished)
    humidity.send(completion: .finished)
    #expect(await felt.next(isolation: nil) == nil)
  }

  @Test("The readings of two stations come together; the fault of one ends them, with its type, and cancels the other")
  func stations() async {
    let (one, other) = (ScriptedPublisher<Double, SensorFault>(), ScriptedPublisher<Double, SensorFault>())
    let recorder = RecordingSubscriber<Double, SensorFault>()
    let end = Event()
    recorder.onCompletion = { _ in end.happen() }
    Climate.all(one, other).subscribe(recorder)
    for (count, station) in [one, other, one].enumerated() {
      await until { station.subscriberCount > 0 }
      station.send(Double(count))
      await until { recorder.values.count > count }
    }
    other.send(completion: .failure(.offline))
    await end.wait()
    #expect(recorder.values == [0, 1, 2])
    #expect(recorder.failure == .offline)
    await until { one.isCancelled }
  }

  @Test("A reading has settled when no other has come for the length of the pause")
  func settled() async {
    let clock = ManualClock()
    let readings = CurrentValueSubject<Double, Never>(18)
    let settled = Climate.settled(readings, for: .seconds(2), clock: clock)
    let log = Task { await settled.reduce(into: [] as [Double]) { $0.append($1) } }
    await until { clock.deadlines == [.seconds(2)] }
    clock.advance(by: .seconds(1))
    // The debounce reads the time when it gets a value.
    let readingCount = clock.readingCount
    readings.send(19)
    await until { clock.readingCount > readingCount }
    // At two seconds 18 is one second out of date: the debounce sleeps on, for 19.
    clock.advance(by: .seconds(1))
    await until { clock.deadlines == [.seconds(3)] }
    clock.advance(by: .seconds(1))
    // The end does not wait for the pause.
    readings.send(20)
    await until { clock.deadlines == [.seconds(5)] }
    readings.send(completion: .finished)
    #expect(await log.value == [19, 20])
  }
}
