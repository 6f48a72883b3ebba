// A server that responds after the requested delay and shuts down the same way as the site.
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { startLifecycle, startListening } from '#app/server/lifecycle.ts'
import { errorLogger } from '#server/log.ts'

const app = Fastify()
app.get<{ Querystring: { ms: string } }>('/slow', async (request) => {
  process.stdout.write('running\n')
  await delay(Number(request.query.ms))
  return { done: true }
})
const lifecycle = startLifecycle(errorLogger)
lifecycle.onStop(async () => void process.stdout.write('pools closed\n'))
await startListening(app, { host: '127.0.0.1', port: Number(process.env.PORT) }, lifecycle)
process.stdout.write('It is ready at that port\n')
