import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'
import { createDatabaseFolder } from './database-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}

/** Starts PostgreSQL (or uses TEST_DATABASE_URL) and migrates the template database that tests clone. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const server = await startTestPostgres()
  const template = `template_${process.pid}_${Date.now().toString(36)}`
  const admin = openDatabase({ url: server.url, max: 1 })
  await admin.sql`create database ${admin.sql(template)}`
  const database = openDatabase({ url: withDatabaseName(server.url, template), max: 2 })
  await migrate(database, errorLogger).finally(database.close)
  provide('postgres', { url: server.url, template })
  return async () => {
    await admin.sql`drop database ${admin.sql(template)} with (force)`
    await admin.close()
    await server.stop()
  }
}

/** Returns the URL with the database name replaced by `name`. */
export const withDatabaseName = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Starts an empty PostgreSQL for tests. */
export const startTestPostgres = async () => {
  const existingUrl = process.env.TEST_DATABASE_URL
  if (existingUrl) return { url: existingUrl, stop: async () => {} }
  const dataDir = createDatabaseFolder()
  const embedded = await startEmbeddedDatabase({ dataDir, log: errorLogger, durable: false })
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: embedded.superuserUrl, stop }
}
