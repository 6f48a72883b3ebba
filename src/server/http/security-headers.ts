import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

export type SetSecurityHeaders = (request: IncomingMessage, response: ServerResponse) => void

/** Browser features that no page uses. Pages do use the clipboard, sharing, full screen and passkeys. */
const UNUSED_FEATURES = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS_POLICY = UNUSED_FEATURES.map((name) => `${name}=()`).join(', ')

/** Returns the function that sets the security headers of every response, also of one that is sent before routing. */
export const createSecurityHeaders = (publicUrl: string): SetSecurityHeaders => {
  const setHeaders = helmet({
    // Pages set their own policy, which contains the hashes of their inline scripts.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  return (request, response) => {
    response.setHeader('permissions-policy', PERMISSIONS_POLICY)
    setHeaders(request, response, (error?: unknown) => {
      if (error) throw error
    })
  }
}
