import Fastify, { type FastifyBaseLogger } from 'fastify'
import { destination } from 'pino'

/**
 * JSON lines on stderr, of trouble only; stdout is for the one line that says the server is ready. Written beside the
 * requests, by the page or once a second, since a line each costs a kept answer a tenth; at the end of the process at once.
 */
export const openLog = (): FastifyBaseLogger =>
  // Made by Fastify, so that it is the very logger, with the serializers, that requests are logged by.
  Fastify({ logger: { level: 'warn', stream: destination(beside) } }).log

const beside = { dest: process.stderr.fd, sync: false, minLength: 4_096, periodicFlush: 1_000 }
