import Fastify, { type FastifyBaseLogger } from 'fastify'
import { destination } from 'pino'

/**
 * Logs JSON lines to stderr, warnings and errors only; stdout is reserved for the line that reports the
 * server as ready. Writes asynchronously, every 4 KB or once a second, because a synchronous write per
 * request would slow cached responses down by a tenth. Flushes synchronously when the process ends.
 */
export const openLog = (): FastifyBaseLogger =>
  // Created by Fastify, so that it has the same serializers as the request log.
  Fastify({ logger: { level: 'warn', stream: destination(DESTINATION_OPTIONS) } }).log

const DESTINATION_OPTIONS = { dest: process.stderr.fd, sync: false, minLength: 4_096, periodicFlush: 1_000 }
