// A page of code written for Apple's framework, as it stands: the toolkit's module of that name serves it.
import Combine
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if canImport(Combine)
  let isCombineHere = true
#else
  let isCombineHere = false
#endif

/// A publisher of its own: counts down, by demand.
struct Countdown: Combine.Publisher {
  typealias Output = Int
  typealias Failure = Never

  let start: Int

  func receive<S>(subscriber: S) where S: Combine.Subscriber, S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Ticks(left: start, downstream: subscriber))
  }

  private final class Ticks<Downstream: Subscriber>: Subscription
  where Downstream.Input == Int, Downstream.Failure == Never {
    private var left: Int
    private var downstream: Downstream?
    private var demand = Subscribers.Demand.none
    private var isServing = false

    init(left: Int, downstream: Downstream) {
      self.left = left
      self.downstream = downstream
    }

    func request(_ demand: Subscribers.Demand) {
      self.demand += demand
      guard !isServing else { return }
      isServing = true
      defer { isServing = false }
      while let downstream, self.demand > 0 {
        self.demand -= 1
        self.demand += downstream.receive(left)
        left -= 1
        if left == 0 {
          self.downstream = nil
          downstream.receive(completion: .finished)
        }
      }
    }

    func cancel() { downstream = nil }
  }
}

/// A subscriber of its own: asks for two values, then for one with each.
final class Careful: Subscriber, Cancellable {
  typealias Input = Int
  typealias Failure = Never

  private var subscription: Subscription?

  func receive(subscription: Subscription) {
    self.subscription = subscription
    subscription.request(.max(2))
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    print("careful", input)
    return input.isMultiple(of: 2) ? .max(1) : .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    print("careful", completion)
  }

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}

/// An operator of its own.
extension Publisher {
  func withPrevious() -> AnyPublisher<(previous: Output?, current: Output), Failure> {
    scan(Optional<(Output?, Output)>.none) { ($0?.1, $1) }
      .compactMap { $0 }
      .map { (previous: $0.0, current: $0.1) }
      .eraseToAnyPublisher()
  }
}

final class SignUp: ObservableObject {
  @Published var name = ""
  @Published var password = ""
  @Published private(set) var isValid = false

  private var cancellables = Set<AnyCancellable>()

  init() {
    Publishers.CombineLatest($name, $password)
      .map { name, password in name.count >= 3 && password.count >= 8 }
      .removeDuplicates()
      .assign(to: &$isValid)
  }
}

enum ServiceError: Error {
  case status(Int)
  case transport(URLError)
}

/// Compiled, not run: nothing is fetched here.
func fetch(_ url: URL) -> AnyPublisher<[String], ServiceError> {
  URLSession.shared.dataTaskPublisher(for: URLRequest(url: url))
    .mapError(ServiceError.transport)
    .flatMap { data, response -> AnyPublisher<[String], ServiceError> in
      guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
        return Fail(error: ServiceError.status((response as? HTTPURLResponse)?.statusCode ?? 0)).eraseToAnyPublisher()
      }
      return Just(data).decode(type: [String].self, decoder: JSONDecoder())
        .replaceError(with: [])
        .setFailureType(to: ServiceError.self)
        .eraseToAnyPublisher()
    }
    .receive(on: DispatchQueue.main)
    .eraseToAnyPublisher()
}

var cancellables = Set<AnyCancellable>()
print("Combine", isCombineHere)

Countdown(start: 4).subscribe(Careful())

Countdown(start: 3).withPrevious()
  .sink { print($0.previous.map(String.init) ?? "none", $0.current) }
  .store(in: &cancellables)

let model = SignUp()
model.objectWillChange.sink { print("will change") }.store(in: &cancellables)
model.name = "Johanna"
model.password = "a long one"
print("valid", model.isValid)

let subject = CurrentValueSubject<Int, Never>(0)
Just(5).subscribe(subject).store(in: &cancellables)
print("subject", subject.value)

[1, 2, 3].publisher
  .throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true)
  .collect()
  .sink { print("collected", $0.count > 0) }
  .store(in: &cancellables)

// It prints:
// Combine true
// careful 4
// careful 3
// careful 2
// careful 1
// careful finished
// none 3
// 3 2
// 2 1
// will change
// will change
// will change
// valid true
// subject 5
// collected true
