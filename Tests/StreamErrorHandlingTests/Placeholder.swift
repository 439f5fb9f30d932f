import Testing

@Suite("placeholder")
struct Placeholder {}
