import NIOCore
import StreamsHummingbird
import Testing

@Suite("ServerSentEvent")
struct ServerSentEventTests {
  @Test("Encodes each field in lines, and the empty line that ends an event")
  func encodes() {
    let event = ServerSentEvent(data: "a\nb", id: "7", event: "news", retry: 250, comment: "remark")
    #expect(String(buffer: event.encoded) == ":remark\nevent: news\nid: 7\nretry: 250\ndata: a\ndata: b\n\n")
  }

  @Test(
    "Splits data at each kind of line end, and keeps empty lines",
    arguments: [
      ("a\r\nb", "data: a\ndata: b\n\n"), ("a\rb", "data: a\ndata: b\n\n"), ("a\n", "data: a\ndata: \n\n"),
      ("", "data: \n\n"), ("a\n\rb", "data: a\ndata: \ndata: b\n\n"),
    ])
  func splits(data: String, expected: String) {
    #expect(String(buffer: ServerSentEvent(data: data).encoded) == expected)
  }

  @Test("An event without data only sets the id")
  func idAlone() {
    #expect(String(buffer: ServerSentEvent(id: "9").encoded) == "id: 9\n\n")
  }
}
