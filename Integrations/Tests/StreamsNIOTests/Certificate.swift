import IntegrationTestSupport
import NIOCore
import NIOSSL
import StreamsNIO
import Testing

/// Puts handlers into a pipeline, before the handshake.
typealias Transport = @Sendable (any Channel) throws -> Void

/// A certificate for 127.0.0.1 that its own key has signed.
struct Certificate {
  private let certificate: NIOSSLCertificate
  private let key: NIOSSLPrivateKey

  /// The files, for a peer that reads them.
  let files: [String]

  private init(_ files: CertificateFiles) throws {
    self.files = [files.certificate, files.key]
    certificate = try #require(try NIOSSLCertificate.fromPEMFile(files.certificate).first)
    key = try NIOSSLPrivateKey(file: files.key, format: .pem)
  }

  /// Runs a body with a certificate, and removes its files afterwards.
  static func with(_ body: (Certificate) async throws -> Void) async throws {
    try await CertificateFiles.with { files in try await body(try Certificate(files)) }
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
