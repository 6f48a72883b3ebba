import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { buildContentUsage } from '#core/ai-preferences.ts'
import type { Config } from '../config.ts'

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

/** Returns the function that sets the headers that every response has, also of one that is sent before routing. */
export const createSecurityHeaders = ({
  publicUrl,
  aiPreferences,
}: Pick<Config, 'publicUrl' | 'aiPreferences'>): SetSecurityHeaders => {
  const contentUsage = buildContentUsage(aiPreferences)
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
    if (contentUsage) response.setHeader('content-usage', contentUsage)
    setHeaders(request, response, (error?: unknown) => {
      if (error) throw error
    })
  }
}
