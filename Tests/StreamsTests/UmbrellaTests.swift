import Foundation
import Streams
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The umbrella module")
struct UmbrellaTests {
  private final class Label {
    var text = ""
  }

  @Test("One import brings the kernel, every family, the schedulers and the bridges")
  func bringsEveryModule() {
    let label = Label()
    let cancellable = Just(1)
      .map { $0 + 1 }
      .zip(Just("a"))
      .receive(on: ImmediateScheduler.shared)
      .tryMap { ["\($0.0)\($0.1)"] }
      .encode(encoder: JSONEncoder())
      .decode(type: [String].self, decoder: JSONDecoder())
      .map { $0.joined() }
      .replaceError(with: "failed")
      .assign(to: \.text, on: label)
    expectEqual(label.text, "2a")
    cancellable.cancel()
  }

  @Test("A data task is a publisher")
  func dataTask() throws {
    let url = try #require(URL(string: "http://127.0.0.1/"))
    let publisher = URLSession.shared.dataTaskPublisher(for: url)
    expectEqual(publisher.request.url, url)
  }

  #if !canImport(Darwin)
    @Test("Properties, notifications and timers have publishers")
    func properties() throws {
      final class Model: ObservableObject {
        @Published var count = 0
      }
      let model = Model()
      let name = Notification.Name("umbrella")
      let center = NotificationCenter()
      center.publisher(for: name).scan(0) { count, _ in count + 1 }.assign(to: &model.$count)
      center.post(name: name, object: nil)
      expectEqual(model.count, 1)
      expectEqual(Timer.publish(every: 1, on: .main, in: .common).autoconnect().upstream.interval, 1)
    }
  #endif
}
