import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { cleanUpAfter } from './clean-up.ts'

export const TEST_CLIENT_ID = 'our-client'
export const TEST_CLIENT_SECRET = 'the-secret'

type TokenOptions = {
  claims?: JWTPayload
  header?: Record<string, unknown>
  key?: CryptoKey | Uint8Array
  /** The time since the token was issued, in seconds. */
  issued?: number
  lasts?: number
}

/** Starts a fake external OpenID Connect provider with a discovery document, keys and a token endpoint. */
export const startExternalProvider = async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  const requests: string[] = []
  const exchanged: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    const json = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return json({ issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` })
    if (request.url === '/keys') return json({ keys: [jwk] })
    if (request.url !== '/token') return response.writeHead(404).end()
    let body = ''
    for await (const part of request) body += part
    exchanged.push(new URLSearchParams(body))
    return json({ id_token: 'x', token_type: 'Bearer' })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  cleanUpAfter(() => {
    server.close()
  })

  const token = ({ claims, header, key = privateKey, issued = 0, lasts = 3_600 }: TokenOptions = {}) => {
    const at = Math.floor(Date.now() / 1000) - issued
    const usual = {
      iss: issuer,
      aud: TEST_CLIENT_ID,
      sub: 'subject-1',
      jti: randomUUID(),
      iat: at,
      exp: at + lasts,
    }
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(key)
  }
  const env = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: TEST_CLIENT_ID,
    OIDC_CLIENT_SECRET: TEST_CLIENT_SECRET,
    OIDC_PROVIDER_ID: 'google',
  }
  return { issuer, jwk, publicKey, token, env, requests, exchanged }
}
