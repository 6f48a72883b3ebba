import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import sharp from 'sharp'
import { findFreePort } from '../../support/free-port.ts'

type Options = {
  redirectTo: string[]
  signedOutTo: string
  isCutOff: boolean
  /** The URL of the person's picture; by default, a file on the provider's own host. */
  picture?: string | undefined
}

/**
 * Starts an identity provider that behaves like the large public providers: it has its own origin, requires a
 * client secret, accepts any login and asks for consent. With `isCutOff`, its pages send COOP, so the popup
 * loses its opener.
 */
export const startConsentingProvider = async ({ redirectTo, signedOutTo, isCutOff, ...options }: Options) => {
  const port = await findFreePort()
  const issuer = `http://127.0.0.1:${port}`
  const clientId = 'the-site'
  const clientSecret = 'known to the server alone'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectTo,
        post_logout_redirect_uris: [signedOutTo],
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: `${sub}@outside.example`,
        email_verified: true,
        name: 'Outside Person',
        picture: options.picture ?? `${issuer}/picture.png`,
      }),
    }),
  })
  const picture = await sharp({ create: { width: 80, height: 80, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const handle = provider.callback()
  const server = createServer((request, response) => {
    if (isCutOff) response.setHeader('cross-origin-opener-policy', 'same-origin')
    // Browsers request the icon on every full page load, and a 404 would log an error in the console.
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    if (request.url !== '/picture.png') return handle(request, response)
    response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'image/png').end(picture)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { issuer, clientId, clientSecret, stop }
}
