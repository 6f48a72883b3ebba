import Fastify, { type FastifyBaseLogger } from 'fastify'
import { destination } from 'pino'

/**
 * JSON lines on stderr, of trouble only; stdout is for the one line that says the server is ready. Written beside the
 * requests, what comes meanwhile together, and at the end of the process at once.
 */
export const openLog = (): FastifyBaseLogger =>
  // Made by Fastify, so that it is the very logger, with the serializers, that requests are logged by.
  Fastify({ logger: { level: 'warn', stream: destination({ dest: process.stderr.fd, sync: false }) } }).log
