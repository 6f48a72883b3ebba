import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const clientDirectory = fileURLToPath(new URL('../../../dist/client', import.meta.url))
const publicFolder = fileURLToPath(new URL('../web/public', import.meta.url))

/**
 * Serves icons and the web app manifest under their own names, and the built scripts and styles under
 * /assets.
 */
export const registerStaticFiles = async (app: FastifyInstance): Promise<void> => {
  // Without a wildcard, each file gets its own route, so every other path is served as a page.
  await app.register(serveStatic, {
    root: publicFolder,
    wildcard: false,
    maxAge: '1d',
    index: false,
    decorateReply: false,
  })
  if (!existsSync(`${clientDirectory}/assets`)) return
  // File names contain a content hash, so responses are immutable. The build has already compressed the files.
  await app.register(serveStatic, {
    root: `${clientDirectory}/assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
    decorateReply: false,
  })
}
