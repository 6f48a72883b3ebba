import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { setTestDatabase } from './app.ts'
import { TestClient } from './browser.ts'

type Request = { method?: string; url: string; headers?: Record<string, string>; payload?: unknown }

/** Works like Fastify's `inject`, but for an app that runs in another process. */
const inject = async (url: string, request: Request) => {
  const isText = typeof request.payload === 'string'
  const headers = { ...request.headers }
  if (request.payload !== undefined && !isText) headers['content-type'] = 'application/json'
  const response = await fetch(url + request.url, {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...(request.payload !== undefined && {
      body: isText ? (request.payload as string) : JSON.stringify(request.payload),
    }),
  })
  const body = await response.text()
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(response.headers), 'set-cookie': response.headers.getSetCookie() },
    body,
    json: () => JSON.parse(body),
  }
}

/** Returns a test client for a server that runs in a separate process with this database. */
export const createRemoteClient = (
  { url, port }: { url: string; port: number },
  database: Database,
): TestClient => {
  const app = { inject: (request: Request) => inject(url, request) } as unknown as FastifyInstance
  setTestDatabase(app, database)
  return new TestClient(app, `http://localhost:${port}`)
}
