import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url))
const publicFolder = fileURLToPath(new URL('../web/public', import.meta.url))

/** Icons and the manifest under their own names, and the built scripts and styles. */
export const staticFiles = async (app: FastifyInstance): Promise<void> => {
  // Each file is a route of its own, so that any other path stays a page's.
  await app.register(serveStatic, {
    root: publicFolder,
    wildcard: false,
    maxAge: '1d',
    index: false,
    decorateReply: false,
  })
  if (!existsSync(`${clientFolder}/assets`)) return
  // Content-hashed names, compressed when built, immutable.
  await app.register(serveStatic, {
    root: `${clientFolder}/assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
    decorateReply: false,
  })
}
