// Compiled by .ci/client-samples: it must be refused, at the lines marked, since a structure has no object that
// announces the changes.
import StreamObservableProperties

struct Form {
  @Published var name = ""  // expect-error
}

final class Model {
  @Published var name = ""

  func rename() { name = "x" }
}
