import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

const PERIOD_SECONDS = 30
/** The maximum number of 30-second periods by which a phone's clock may be fast or slow. */
const MAX_DRIFT = 1
const SECRET_BYTES = 20

/** Creates a TOTP (RFC 6238) with SHA-1, 6 digits and 30 seconds, which every authenticator app supports. */
const totpOf = (secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

/** A QR code as the path of an SVG whose view box is `size` units wide and high. */
type QrCode = { size: number; path: string }

const drawQrCode = (text: string): QrCode => {
  const { size, data } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

/** Returns a new secret, and the QR code from which an authenticator app reads the secret. */
export const createTotpSecret = (siteName: string, email: string): { secret: string; qrCode: QrCode } => {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = totpOf(secret, { issuer: siteName, label: email }).toString()
  return { secret: secret.base32, qrCode: drawQrCode(uri) }
}

/** Returns true if the text looks like an authenticator app's code, as opposed to a recovery code. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text.replace(/\s/g, ''))

/** Returns the time step that the code belongs to, or null if the code is wrong. */
export const findTotpTimeStep = (secret: string, code: string, now = Date.now()): number | null => {
  const token = code.replace(/\s/g, '')
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token, timestamp: now, window: MAX_DRIFT })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}
