import Fastify, { type FastifyBaseLogger } from 'fastify'

/** JSON lines on stderr, of trouble only; stdout is for the one line that says the server is ready. */
export const openLog = (): FastifyBaseLogger =>
  // Made by Fastify, so that it is the very logger, with the serializers, that requests are logged by.
  Fastify({ logger: { level: 'warn', stream: process.stderr } }).log
