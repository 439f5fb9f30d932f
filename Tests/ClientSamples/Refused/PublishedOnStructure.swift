// A structure has no object that announces the changes.
import StreamObservableProperties

struct Form {
  // fails: only available on properties of classes
  @Published var name = ""
}

final class Model {
  @Published var name = ""

  func rename() { name = "x" }
}
