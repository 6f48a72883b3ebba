import Fastify from 'fastify'

/** The baseline server for cached responses: Fastify sends fixed bytes and headers from memory. */
const app = Fastify()
let body = Buffer.alloc(0)
let headers: Record<string, string> = {}

process.on('message', (response: { body: string; headers: Record<string, string> }) => {
  body = Buffer.from(response.body, 'base64')
  headers = response.headers
  process.send?.('set')
})
process.on('disconnect', () => process.exit(0))

app.get('/', async (_, reply) => reply.headers(headers).send(body))
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.server.address())
