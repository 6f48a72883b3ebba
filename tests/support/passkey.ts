import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Options = { challenge: string; rp?: { id?: string }; user?: { id: string } }
type Changes = { origin?: string; rpId?: string; isVerified?: boolean; challenge?: string }

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64 = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/**
 * Encodes the head of a CBOR data item (RFC 8949). An attestation without a statement needs only a few kinds of items.
 */
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([head(3, text.length), Buffer.from(text)])
const cborInt = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborMap = (...entries: [key: Buffer, value: Buffer][]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

/** A device with one passkey (ES256), which signs every challenge. */
export class TestPasskey {
  readonly id = randomBytes(16)
  /** The signature counter to send with the next use. Passkeys without a counter always send 0. */
  counter = 0
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly origin: string
  private userHandle = ''

  constructor(origin = 'http://localhost:3000') {
    this.origin = origin
  }

  /** Returns the response of `navigator.credentials.create` as JSON. */
  register({ challenge, rp, user }: Options, { origin, rpId, isVerified = true }: Changes = {}) {
    this.userHandle = user?.id ?? ''
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const publicKey = cborMap(
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    )
    const length = Buffer.from([0, this.id.length])
    const authData = Buffer.concat([
      this.authenticatorData(rpId ?? rp?.id, HAS_CREDENTIAL | (isVerified ? VERIFIED : 0)),
      Buffer.alloc(16),
      length,
      this.id,
      publicKey,
    ])
    const attestation = cborMap(
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap()],
      [cborText('authData'), cborBytes(authData)],
    )
    return {
      id: base64(this.id),
      rawId: base64(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(this.clientData('webauthn.create', challenge, origin)),
        attestationObject: base64(attestation),
        transports: ['internal'],
      },
    }
  }

  /** Returns the response of `navigator.credentials.get` as JSON text. */
  answer(options: Options, { origin, rpId, isVerified = true, challenge }: Changes = {}): string {
    const authData = this.authenticatorData(rpId, isVerified ? VERIFIED : 0)
    const clientData = this.clientData('webauthn.get', challenge ?? options.challenge, origin)
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.keys.privateKey)
    return JSON.stringify({
      id: base64(this.id),
      rawId: base64(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authData),
        signature: base64(signature),
        userHandle: this.userHandle,
      },
    })
  }

  private authenticatorData(rpId: string | undefined, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const hash = sha256(rpId ?? new URL(this.origin).hostname)
    return Buffer.concat([hash, Buffer.from([flags | PRESENT]), counter])
  }

  private clientData(type: string, challenge: string, origin = this.origin): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }
}
