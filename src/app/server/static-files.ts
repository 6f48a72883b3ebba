import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url))

/** Built scripts and styles: content-hashed names, compressed when built, immutable. */
export const staticFiles = async (app: FastifyInstance): Promise<void> => {
  if (!existsSync(`${clientFolder}/assets`)) return
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
