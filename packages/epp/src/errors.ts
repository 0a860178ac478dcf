// The one error of this package: bytes or frames that break the protocol.

export class EppProtocolError extends Error {
  override readonly name = 'EppProtocolError'
  /** The result code with which a server refuses the frame (RFC 5730 §3). */
  readonly code: number

  constructor(message: string, code = 2001) {
    super(message)
    this.code = code
  }
}
