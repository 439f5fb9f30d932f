// The everyday view model: a class of the main actor whose sinks touch it.
import Dispatch
import Streams

@MainActor
final class SearchModel {
  @Published var query = ""
  var hits = 0
  var label = ""
  let log = Log()
  let operatorLog = Log()
  private let numbers = PassthroughSubject<Int, Never>()
  private let selections = CurrentValueSubject<Int, Never>(0)
  private var cancellables: Set<AnyCancellable> = []

  /// 1: a chain with a debounce, and `[weak self]` at its end.
  func observeQuery() {
    $query
      .debounce(for: .milliseconds(1), scheduler: DispatchQueue.global())
      .removeDuplicates()
      .map(\.count)
      .sink { [weak self] in
        self?.hits = $0
        self?.log.note()
      }
      .store(in: &cancellables)
  }

  /// 8: subjects as private properties.
  func observeSubject() {
    numbers.sink { [weak self] in
      self?.hits += $0
      self?.log.note()
    }
    .store(in: &cancellables)
    selections.dropFirst().sink { [weak self] _ in self?.log.note() }.store(in: &cancellables)
    numbers.send(1)
    selections.send(2)
  }

  /// 10: `assign(to:on:)`.
  func assign(_ publisher: some Publisher<Int, Never>) {
    publisher.assign(to: \.noted, on: self).store(in: &cancellables)
  }

  var noted: Int {
    get { hits }
    set {
      hits = newValue
      log.note()
    }
  }

  /// `sink { @MainActor in }`.
  func explicit(_ publisher: some Publisher<Int, Never>) {
    publisher.sink { @MainActor [weak self] _ in self?.log.note() }.store(in: &cancellables)
  }

  /// A method as the closure.
  func method(_ publisher: some Publisher<Int, Never>) {
    // warns: 5 | converting non-Sendable function value to '@isolated(any) @Sendable (Int) -> Void'
    publisher.sink(receiveValue: handle).store(in: &cancellables)
  }

  private func handle(_ value: Int) {
    hits = value
    log.note()
  }

  /// Pure operators: they run where the value comes from, and nothing traps.
  func pure(_ publisher: some Publisher<Int, Never>) {
    publisher
      .map { [operatorLog] in
        operatorLog.note()
        return $0 + 1
      }
      .filter { $0 > 0 }
      .sink { [weak self] _ in self?.log.note() }
      .store(in: &cancellables)
  }

  /// A closure for the end of a subscription.
  func cancelling() -> AnyCancellable {
    AnyCancellable { [weak self] in self?.log.note() }
  }

  /// With both closures, and a failure.
  func both(_ publisher: some Publisher<Int, any Error>) {
    publisher
      .sink { [weak self] completion in
        if case .failure(let error) = completion { self?.label = "\(error)" }
        self?.log.note()
      } receiveValue: { [weak self] in
        self?.hits = $0
        self?.log.note()
      }
      .store(in: &cancellables)
  }

  /// `Subscribers.Sink` by its name: its closures belong to no actor.
  func named(_ publisher: some Publisher<Int, Never>) {
    publisher.subscribe(
      Subscribers.Sink(
        receiveCompletion: { _ in },
        receiveValue: { [weak self, log] value in
          log.note()
          // warns: 5 6 6M 6S 6A | main actor-isolated property 'hits' can not be mutated from a Sendable closure
          self?.hits = value
        }))
  }

  /// A demand of its own.
  func limited(_ publisher: some Publisher<Int, Never>) {
    publisher.sink(maxDemand: .max(1)) { [weak self] _ in self?.log.note() }.store(in: &cancellables)
    publisher.sink(fixedDemand: 1) { [weak self] _ in self?.log.note() }.store(in: &cancellables)
    publisher.sinkReportingFailure { [weak self] _ in self?.log.note() }.store(in: &cancellables)
  }

  /// Operators that touch the main actor, on the main actor.
  func mapped(_ publisher: some Publisher<Int, Never>) {
    publisher
      .receive(on: MainActor.shared)
      .map(MainActor.assuming { [weak self] in "\(self?.label ?? "") \($0)" })
      .handleEvents(receiveOutput: MainActor.assuming { [weak self] _ in self?.log.note() })
      .sink { [weak self] in self?.label = $0 }
      .store(in: &cancellables)
  }

  /// A function that belongs to no actor.
  func leaving(_ publisher: some Publisher<Int, Never>) {
    let body: @Sendable (Int) -> Void = { [log] _ in log.note() }
    publisher.sink(receiveValue: body).store(in: &cancellables)
  }
}
