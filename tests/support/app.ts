import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type AppDependencies, buildApp } from '#app/server/build-app.ts'
import type { PageRenderer } from '#app/server/page-renderer.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { cleanUpAfter } from './clean-up.ts'

/**
 * Builds the real site on this database, without pages unless a renderer is given. `env` overrides settings; the site is
 * closed and its files are deleted after the test or, outside of tests, after the file.
 */
export const buildTestApp = async (
  database: Database,
  env: Record<string, string> = {},
  renderer?: PageRenderer,
  createMcpServer?: AppDependencies['createMcpServer'],
): Promise<FastifyInstance> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'prompt-collection-'))
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: '0', ...env })
  const app = await buildApp({
    config,
    database,
    rejectsUndeclared: true,
    // The lag is fixed, so a machine busy with other tests does not change responses.
    eventLoopLag: () => 0,
    ...(renderer && { renderer }),
    ...(createMcpServer && { createMcpServer }),
    renderProviderPage:
      renderer?.renderProviderPage ??
      // Most tests show no such page, so the components are loaded when one is.
      (async (page) => {
        const { renderProviderPage } = await import(
          '#features/identity/web/provider/render-provider-page.tsx'
        )
        const scriptOf = (name: string) => `/assets/${name}.js`
        return renderProviderPage(page, { siteName: config.siteName, styles: ['/assets/site.css'], scriptOf })
      }),
  })
  dataDirs.set(app, dataDir)
  databases.set(app, database)
  cleanUpAfter(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return app
}

const dataDirs = new WeakMap<FastifyInstance, string>()
const databases = new WeakMap<FastifyInstance, Database>()

/** Returns the folder in which this app stores its files. */
export const getTestDataDir = (app: FastifyInstance): string => dataDirs.get(app) ?? ''

/** Stores the database of an app that runs in another process, for `getTestDatabase`. */
export const setTestDatabase = (app: FastifyInstance, database: Database): void =>
  void databases.set(app, database)

/** Returns the database of this app. */
export const getTestDatabase = (app: FastifyInstance): Database => {
  const database = databases.get(app)
  if (!database) throw new Error('The database of this app is not known')
  return database
}
