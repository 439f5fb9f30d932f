internal import CNATS

/// Connects. It blocks the calling thread for up to the timeout of each server.
func makeLink(servers: [String], options: JetStreamOptions, number: UInt) -> Result<Link, JetStreamFailure> {
  var handle: OpaquePointer?
  guard natsOptions_Create(&handle) == NATS_OK, let handle else {
    return .failure(.notConnected(reason: lastErrorText() ?? ""))
  }
  defer { natsOptions_Destroy(handle) }
  let failed = settings(of: handle, servers, options, number).first { $0 != NATS_OK }
  if let failed { return .failure(.notConnected(reason: lastErrorText() ?? failed.text)) }
  var connection: OpaquePointer?
  let status = natsConnection_Connect(&connection, handle)
  guard status == NATS_OK, let connection else {
    return .failure(.notConnected(reason: lastErrorText() ?? status.text))
  }
  var request = jsOptions()
  jsOptions_Init(&request)
  request.Wait = options.requestTimeout.milliseconds
  var context: OpaquePointer?
  let made = natsConnection_JetStream(&context, connection, &request)
  guard made == NATS_OK, let context else {
    natsConnection_Destroy(connection)
    return .failure(JetStreamFailure(made))
  }
  return .success(Link(connection: connection, context: context, number: number))
}

private func settings(
  of handle: OpaquePointer, _ servers: [String], _ options: JetStreamOptions, _ number: UInt
) -> [natsStatus] {
  let closure = CallbackTable.pointer(number)
  var statuses = [
    CStrings().withArray(servers) { natsOptions_SetServers(handle, $0, $1) },
    natsOptions_SetTimeout(handle, options.connectTimeout.milliseconds),
    natsOptions_SetReconnectWait(handle, options.reconnectDelay.milliseconds),
    natsOptions_SetReconnectJitter(handle, options.reconnectDelay.milliseconds / 4 + 1, 1_000),
    natsOptions_SetMaxReconnect(handle, options.maximumReconnects.map(Int32.init(clamping:)) ?? -1),
    natsOptions_SetPingInterval(handle, options.pingInterval.milliseconds),
    natsOptions_SetMaxPingsOut(handle, 2),
    natsOptions_SetDisconnectedCB(handle, { _, closure in CallbackTable.call(closure, .disconnected) }, closure),
    natsOptions_SetReconnectedCB(handle, { _, closure in CallbackTable.call(closure, .reconnected) }, closure),
    natsOptions_SetClosedCB(handle, { _, closure in CallbackTable.call(closure, .closed) }, closure),
    // The library would print errors.
    natsOptions_SetErrorHandler(handle, { _, _, _, _ in }, nil),
  ]
  if let name = options.name { statuses.append(natsOptions_SetName(handle, name)) }
  if options.isEncrypted { statuses.append(natsOptions_SetSecure(handle, true)) }
  if let path = options.certificateAuthorities {
    statuses.append(natsOptions_LoadCATrustedCertificates(handle, path))
  }
  switch options.credentials {
  case .none: break
  case .password(let user, let password): statuses.append(natsOptions_SetUserInfo(handle, user, password))
  case .token(let token): statuses.append(natsOptions_SetToken(handle, token))
  case .file(let path): statuses.append(natsOptions_SetUserCredentialsFromFiles(handle, path, nil))
  }
  return statuses
}
