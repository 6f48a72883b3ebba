import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import type { SiteInfo } from '#web/navigation/page.ts'
import type { PageAssets } from '../web/page-state.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { PageRenderer } from './page-renderer.ts'

type ServerEntry = { createRenderer(site: SiteInfo, assets: PageAssets): Required<PageRenderer> }

/**
 * Runs Vite inside the server process: it transforms sources on request and pushes changes to the open page.
 */
export const createDevRenderer = async (site: SiteInfo, lifecycle: Lifecycle): Promise<PageRenderer> => {
  let starting: Promise<ViteDevServer> | undefined
  lifecycle.onStop(async () => (await starting)?.close())
  const assets = {
    scripts: ['/src/app/web/entry-dev.ts'],
    styles: ['/src/app/web/app.css'],
    preloads: [],
  }
  const load = async () => {
    if (!starting) throw new Error('The development middleware is not mounted')
    const vite = await starting
    const { createRenderer } = (await vite.ssrLoadModule('/src/app/web/entry-server.tsx')) as ServerEntry
    return createRenderer(site, assets)
  }
  return {
    mount: (app: FastifyInstance) => {
      // Hot updates use the site's own port, which the pages' Content Security Policy allows.
      starting = createServer({
        server: { middlewareMode: true, hmr: { server: app.server as Server } },
        configLoader: 'native',
        appType: 'custom',
      })
      app.addHook('onRequest', async (request, reply) => {
        if (!/^\/(@|src\/|node_modules\/)/.test(request.url)) return
        reply.hijack()
        const { middlewares } = (await starting) as ViteDevServer
        middlewares(request.raw as IncomingMessage, reply.raw as ServerResponse, () => reply.raw.end())
      })
    },
    cacheUrl: (url) => url,
    render: async (...page) => (await load()).render(...page),
    renderProviderPage: async (page) => (await load()).renderProviderPage(page),
  }
}
