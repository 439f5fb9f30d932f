import Foundation
import NIOCore
import NIOSSL
import StreamsNIO
import Testing

/// Puts handlers into a pipeline, before the handshake.
typealias Transport = @Sendable (any Channel) throws -> Void

/// A certificate for 127.0.0.1 that its own key has signed, made for a test by `openssl`.
struct Certificate {
  private let folder: URL
  private let certificate: NIOSSLCertificate
  private let key: NIOSSLPrivateKey

  /// The files, for a peer that reads them.
  var files: [String] { ["certificate.pem", "key.pem"].map { folder.appendingPathComponent($0).path } }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("streams-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=127.0.0.1", "-addext",
      "subjectAltName=IP:127.0.0.1",
    ]
    let said = Pipe()
    (process.standardError, process.standardOutput) = (said, said)
    try process.run()
    let output = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "It needs the program openssl:\n\(output)")
    certificate = try #require(
      try NIOSSLCertificate.fromPEMFile(folder.appendingPathComponent("certificate.pem").path).first)
    key = try NIOSSLPrivateKey(file: folder.appendingPathComponent("key.pem").path, format: .pem)
  }

  /// Runs a body with a certificate, and removes its files afterwards.
  static func with(_ body: (Certificate) async throws -> Void) async throws {
    let certificate = try Certificate()
    defer { try? FileManager.default.removeItem(at: certificate.folder) }
    try await body(certificate)
  }

  /// Puts a server's handler into a pipeline.
  func server() throws -> Transport {
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
    return { try $0.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
  }

  /// Puts the handler of a client into a pipeline, that trusts this certificate or only those of known authorities.
  func client(trusts: Bool = true) throws -> Transport {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if trusts { configuration.trustRoots = .certificates([certificate]) }
    let context = try NIOSSLContext(configuration: configuration)
    return { try $0.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: nil)) }
  }
}
