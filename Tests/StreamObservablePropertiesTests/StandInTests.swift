import StreamCore
import StreamMapping
import StreamObservableProperties
import TestSupport
import Testing

// Recipes that are told with the user interface or the devices of Apple's platforms, on plain objects.

private protocol SensorDelegate: AnyObject {
  func sensor(didRead value: Int)
  func sensor(didFail error: TestError)
}

/// What stands for a device with a delegate.
private final class Sensor {
  weak var delegate: (any SensorDelegate)?
  private(set) var isOn = false
  func start() { isOn = true }
  func stop() { isOn = false }
  func read(_ value: Int) { if isOn { delegate?.sensor(didRead: value) } }
  func fail(_ error: TestError) { if isOn { delegate?.sensor(didFail: error) } }
}

private final class SensorPublisher: SensorDelegate {
  private let sensor: Sensor
  private let readings = PassthroughSubject<Int, TestError>()
  let publisher: AnyPublisher<Int, TestError>

  init(_ sensor: Sensor) {
    self.sensor = sensor
    publisher = readings.eraseToAnyPublisher()
    sensor.delegate = self
  }

  func enable() { sensor.start() }
  func disable() { sensor.stop() }
  func sensor(didRead value: Int) { readings.send(value) }
  func sensor(didFail error: TestError) { readings.send(completion: .failure(error)) }
}

/// A form with a switch and a button.
private final class Form: ObservableObject {
  @Published var isOn = false
  let button = Button()

  final class Button {
    var isEnabled = true
  }
}

private final class Counter: KeyPathObservable {
  @Published private(set) var count = 0
  func add() { count += 1 }
}

@Suite("Recipes on plain objects")
struct StandInTests {
  @Test("A delegate's calls become a stream, between enable and disable")
  func delegate() {
    let sensor = Sensor()
    let wrapper = SensorPublisher(sensor)
    let recorder = wrapper.publisher.record()
    sensor.read(0)
    expectEqual(recorder.values, [])
    wrapper.enable()
    sensor.read(1)
    sensor.read(2)
    wrapper.disable()
    sensor.read(3)
    wrapper.enable()
    sensor.fail(TestError("lost"))
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.failure, TestError("lost"))
  }

  @Test("A switch enables a button")
  func switchAndButton() {
    let form = Form()
    let subscription = form.$isOn.assign(to: \.isEnabled, on: form.button)
    expect(!form.button.isEnabled)
    form.isOn = true
    expect(form.button.isEnabled)
    form.isOn = false
    expect(!form.button.isEnabled)
    subscription.cancel()
  }

  @Test("Properties that were observed through Objective-C are observed by key path")
  func keyPath() {
    let counter = Counter()
    let recorder = counter.publisher(for: \.count).map { "count \($0)" }.record()
    counter.add()
    counter.add()
    expectEqual(recorder.values, ["count 0", "count 1", "count 2"])
  }

  @Test("A model object announces its changes by hand")
  func announced() {
    final class Model {
      let didChange = PassthroughSubject<Void, Never>()
      var title = "" {
        didSet { didChange.send() }
      }
    }
    let model = Model()
    let recorder = model.didChange.record()
    model.title = "a"
    expectEqual(recorder.values.count, 1)
  }
}
