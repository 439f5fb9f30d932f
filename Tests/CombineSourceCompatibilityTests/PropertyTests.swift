import Foundation
import Streams
import TestSupport
import Testing

private class Account: ObservableObject {
  @Published var name: String
  @Published private(set) var visits = 0
  @Published(initialValue: nil) var failure: Fault?

  init(name: String) { _name = Published(initialValue: name) }

  func visit() { visits += 1 }
}

private final class Premium: Account {
  @Published var level = 1
}

private protocol Naming: AnyObject {
  var name: String { get }
  var namePublisher: Published<String>.Publisher { get }
}

extension Account: Naming {
  var namePublisher: Published<String>.Publisher { $name }
}

private final class ImageLoader: ObservableObject {
  let objectWillChange = PassthroughSubject<Void, Never>()
  var image = "" {
    willSet { objectWillChange.send() }
  }
}

private final class SignUp: ObservableObject {
  @Published var username = ""
  @Published var password = ""
  @Published var isValid = false
  @Published var message: String?
  var cancellables = Set<AnyCancellable>()

  init() {
    $username.combineLatest($password)
      .map { !$0.isEmpty && $1.count > 3 }
      .removeDuplicates()
      .assign(to: &$isValid)
    $isValid
      .map { $0 ? nil : "Not yet" }
      .sink { [weak self] in self?.message = $0 }
      .store(in: &cancellables)
  }
}

@Suite("Combine's source: properties, notifications and timers")
struct PropertySourceTests {
  @Test("@Published")
  func published() {
    let account = Account(name: "Ada")
    var names: [String] = []
    let sink = account.$name.sink { names.append($0) }
    account.name = "Emmy"
    Just("Grace").assign(to: &account.$name)
    expectEqual(names, ["Ada", "Emmy", "Grace"])
    sink.cancel()
    let publisher: Published<String>.Publisher = account.$name
    expectEqual(outputs(publisher), ["Grace"])
    let naming: Naming = account
    expectEqual(outputs(naming.namePublisher.map { $0.count }), [5])
    let erased: AnyPublisher<Int, Never> = account.$visits.dropFirst().eraseToAnyPublisher()
    var visits: [Int] = []
    let counting = erased.sink { visits.append($0) }
    account.visit()
    expectEqual(visits, [1])
    counting.cancel()
  }

  @Test("ObservableObject")
  func observableObject() {
    let premium = Premium(name: "Ada")
    var changes = 0
    let sink = premium.objectWillChange.sink { _ in changes += 1 }
    premium.level = 2
    premium.name = "Emmy"
    expectEqual(changes, 2)
    let publisher: ObservableObjectPublisher = premium.objectWillChange
    publisher.send()
    expectEqual(changes, 3)
    sink.cancel()
    func changing<Object: ObservableObject>(_ object: Object) -> Object.ObjectWillChangePublisher {
      object.objectWillChange
    }
    let loader = ImageLoader()
    let loading = changing(loader).sink { changes += 1 }
    loader.image = "x"
    expectEqual(changes, 4)
    loading.cancel()
  }

  @Test("A form that validates its entries")
  func form() {
    let form = SignUp()
    expectEqual(form.message, "Not yet")
    form.username = "ada"
    form.password = "123"
    expect(!form.isValid)
    form.password = "1234"
    expect(form.isValid && form.message == nil)
  }

  #if !canImport(Darwin)
    @Test("Notifications")
    func notifications() {
      let name = Notification.Name("source test")
      let center = NotificationCenter()
      let publisher: NotificationCenter.Publisher = center.publisher(for: name, object: nil)
      var infos: [String] = []
      let sink =
        publisher
        .compactMap { $0.userInfo?["foo"] as? String }
        .sink { infos.append($0) }
      center.post(name: name, object: nil, userInfo: ["foo": "bar"])
      expectEqual(infos, ["bar"])
      sink.cancel()
      expectEqual(publisher, NotificationCenter.Publisher(center: center, name: name))
    }

    @Test("Timers")
    func timers() {
      let timer: Timer.TimerPublisher = Timer.publish(every: 3600, on: .main, in: .common)
      let automatic: Publishers.Autoconnect<Timer.TimerPublisher> = timer.autoconnect()
      expect(automatic.upstream === timer)
      let connection: Cancellable = timer.connect()
      connection.cancel()
      let tolerant = Timer.publish(every: 1, tolerance: 0.1, on: .main, in: .default, options: nil)
      expect(tolerant.tolerance == 0.1 && tolerant.interval == 1 && tolerant.mode == .default)
      expect(tolerant.runLoop === RunLoop.main)
      expectEqual(Timer.TimerPublisher(interval: 2, runLoop: .main, mode: .default).interval, 2)
    }
  #endif
}
