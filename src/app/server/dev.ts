import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import type { Assets, Site } from '#app/web/router-context.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { PageRenderer } from './render.ts'

type ServerEntry = { createRenderer(site: Site, assets: Assets): PageRenderer }

/** Vite inside our own process: sources are transformed when asked for, and changes reach the open page. */
export const openDevRenderer = async (site: Site, lifecycle: Lifecycle): Promise<PageRenderer> => {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  lifecycle.onStop(() => vite.close())
  const assets = {
    scripts: ['/@vite/client', '/src/app/web/entry-client.tsx'],
    styles: ['/src/app/web/app.css'],
    preloads: [],
  }
  return {
    mount: (app: FastifyInstance) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (!/^\/(@|src\/|node_modules\/)/.test(request.url)) return done()
        reply.hijack()
        vite.middlewares(request.raw as IncomingMessage, reply.raw as ServerResponse, () => reply.raw.end())
      })
    },
    render: async (url, ask) => {
      const { createRenderer } = (await vite.ssrLoadModule('/src/app/web/entry-server.tsx')) as ServerEntry
      const page = await createRenderer(site, assets).render(url, ask)
      return { ...page, html: await vite.transformIndexHtml(url, page.html) }
    },
  }
}
