import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { createProviderPolicy } from './page.ts'

/**
 * Returns a hook for the routes of a provider. The library derives cookies, URLs and the sender from headers, of which
 * only PUBLIC_URL and the address that Fastify has found can be trusted.
 */
export const createHeaderHook = (publicUrl: string) => {
  const { protocol, host } = new URL(publicUrl)
  const policy = createProviderPolicy(publicUrl)
  return async ({ raw, ip }: FastifyRequest, { raw: response }: FastifyReply): Promise<void> => {
    raw.headers['x-forwarded-for'] = ip
    raw.headers.host = host
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    delete raw.headers['x-forwarded-host']
    response.setHeader('content-security-policy', policy)
    response.setHeader('cache-control', 'no-store')
  }
}

/**
 * Lets the library answer a request as one for `local`, a URL within the provider. The library derives its mount path
 * from the difference between the two URLs.
 */
export const handOver = async (
  provider: Provider,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { prefix, local }: { prefix: string; local: string },
): Promise<FastifyReply> => {
  const handle = provider.callback()
  reply.hijack()
  await handle(Object.assign(raw, { originalUrl: prefix + local, url: local }), reply.raw)
  return reply
}
