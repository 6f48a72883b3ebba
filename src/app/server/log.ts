import Fastify, { type FastifyBaseLogger } from 'fastify'

/** JSON lines on stderr; stdout is for the one line that says the server is ready. */
export const openLog = (level: 'info' | 'warn'): FastifyBaseLogger =>
  // Made by Fastify, so that it is the very logger, with the serializers, that requests are logged by.
  Fastify({ logger: { level, stream: process.stderr } }).log
