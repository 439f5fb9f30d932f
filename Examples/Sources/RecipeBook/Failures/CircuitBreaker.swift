import StreamTesting
import Streams

extension Recipe {
  static let circuitBreaker: Recipe = Recipe(
    "circuit-breaker", "Leave a service alone that is down.",
    source: "RecipeBook/Failures/CircuitBreaker.swift"
  ) { print in
    // On the page:
    struct Outage: Error {}
    let scheduler = TestScheduler()
    let service = Deferred {
      print("The service is called at \(scheduler.now) s.")
      return (scheduler.now < 10 ? Result<String, Outage>.failure(Outage()) : .success("well")).publisher
    }
    let breaker = CircuitBreaker(
      .init(minimumCalls: 2, window: .calls(2), openFor: .seconds(8)), scheduler: scheduler)
    for _ in 0..<6 {
      let call = service.circuitBreaker(breaker).sink { completion in
        switch completion {
        case .failure(.open): print("No call is made at \(scheduler.now) s: the breaker is open.")
        case .failure(.upstream): print("The call has failed.")
        case .finished: break
        }
      } receiveValue: {
        print("The service is \($0).")
      }
      scheduler.advance(by: 3)
      call.cancel()
    }
    // Up to here.
  }
}
