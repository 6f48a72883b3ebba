import Fastify from 'fastify'

/** The bare limit: Fastify answering these bytes from memory, with these headers, and nothing else. */
const app = Fastify()
let body = Buffer.alloc(0)
let headers: Record<string, string> = {}

process.on('message', (given: { body: string; headers: Record<string, string> }) => {
  body = Buffer.from(given.body, 'base64')
  headers = given.headers
  process.send?.('set')
})
process.on('disconnect', () => process.exit(0))

app.get('/', async (_, reply) => reply.headers(headers).send(body))
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.server.address())
