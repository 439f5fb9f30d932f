// Compiled by .ci/client-samples: it must be refused, at the lines marked, since nobody could be told of the changes.
import StreamObservableProperties

struct Form {
  @Published var name = ""  // expect-error
}

final class Model {
  @Published var name = ""

  func rename() { name = "x" }
}
