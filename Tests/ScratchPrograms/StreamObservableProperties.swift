import StreamMapping
import StreamObservableProperties

final class Person: ObservableObject {
  @Published var name = "Ada"
  @Published var greeting = ""

  var shout: String { name.uppercased() }
}
let person = Person()
person.$name.map { "Hello \($0)" }.assign(to: &person.$greeting)
let subscriptions = [
  person.objectWillChange.sink { print("will change") },
  person.$name.sink { print("will be", $0) },
  person.publisher(for: \.shout).sink { print("is", $0) },
]
person.name = "Grace"
print(person.greeting)
for subscription in subscriptions { subscription.cancel() }

// It prints:
// will be Ada
// is ADA
// will change
// will change
// will be Grace
// is GRACE
// Hello Grace
