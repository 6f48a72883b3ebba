import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { findFreePort } from './support/free-port.ts'
import { createFixtureServer } from './support/mcp-fixtures.ts'

/** The official conformance suite of the protocol, which `npm run test:mcp` downloads. */
const SUITE = 'conformance'

/** Starts a site on loopback, and returns it with its address. */
const startSite = async (createMcpServer?: typeof createFixtureServer) => {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const app = await buildTestApp(database, { PUBLIC_URL: url }, undefined, createMcpServer)
  await app.listen({ port, host: '127.0.0.1' })
  return { app, url }
}

const database = await createTestDatabase()
const site = await startSite()
const fixtures = await startSite(createFixtureServer)

/** Runs the suite against a server. Resolves with its exit code, and what it has written. */
const runSuite = (url: string, options: string[], signal: AbortSignal) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const args = ['server', '--url', `${url}/mcp`, ...options]
    execFile(SUITE, args, { signal, maxBuffer: 100_000_000 }, (error, output) =>
      resolve({ code: error?.code ?? 0, output }),
    )
  })

/** The tool asks the program during a call and gets the answer in another request, for which it needs a session. */
const ASKS = ['tools-call-sampling', 'tools-call-elicitation']
const ASKS_WITH_FORMS = ['elicitation-sep1034-defaults', 'elicitation-sep1330-enums']
/** Subscriptions are optional, and the site does not declare them. */
const SUBSCRIBES = ['resources-subscribe', 'resources-unsubscribe']
/** An extension of the protocol for calls that take long. */
const TASKS = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
]

/** The revisions, how the suite chooses their scenarios, and which of them the site does not offer (docs/decisions/0163). */
const REVISIONS = {
  '2026-07-28': { options: ['--requirements', '2026-07-28'], notOffered: TASKS },
  '2025-11-25': {
    options: ['--requirements', '2025-11-25'],
    notOffered: [...ASKS, ...ASKS_WITH_FORMS, ...SUBSCRIBES],
  },
  // The suite has no list of what this revision requires.
  '2025-06-18': {
    options: ['--suite', 'all', '--spec-version', '2025-06-18'],
    notOffered: [...ASKS, ...SUBSCRIBES],
  },
}

const table: Record<string, { passed: number; undecided: number; failed: number }> = {}
afterAll(() => console.table(table))

/**
 * Adds the scenarios of a summary to the table that is printed in the end, and returns those that have failed. The suite
 * does not decide scenarios that it skips or for which it only warns.
 */
const report = (name: string, output: string): string[] => {
  const results = [...output.matchAll(/^([✓✗]) ([\w/-]+): (\d+) passed/gm)]
  const failed = results.flatMap(([, mark, scenario = '']) => (mark === '✗' ? [scenario] : []))
  const undecided = results.filter(([, mark, , passed]) => mark === '✓' && passed === '0').length
  table[name] = { passed: results.length - failed.length - undecided, undecided, failed: failed.length }
  return failed
}

describe.runIf(process.env.MCP_CONFORMANCE)('the conformance suite', { timeout: 300_000 }, () => {
  it.for(Object.entries(REVISIONS))(
    'passes in revision %s, but for what the site does not offer',
    async ([revision, { options, notOffered }], { signal }) => {
      const { output } = await runSuite(fixtures.url, options, signal)
      expect(report(revision, output).toSorted(), output).toEqual(notOffered.toSorted())
    },
  )

  const OWN = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']
  it.for(
    Object.entries({
      '2026-07-28': [...OWN, 'caching', 'http-header-validation', 'sep-2164-resource-not-found'],
      '2025-11-25': [...OWN, 'server-initialize', 'ping'],
    }).flatMap(([revision, scenarios]) => scenarios.map((scenario) => [revision, scenario] as const)),
  )('passes in revision %s with the tools of the site: %s', async ([revision, scenario], { signal }) => {
    const args = ['--scenario', scenario, '--spec-version', revision]
    const { code, output } = await runSuite(site.url, args, signal)
    expect(code, output).toBe(0)
  })

  it('gets a token of a member who allows it', async ({ signal }) => {
    const { cookie } = await seedSession(database, await seedUser(database))
    const resource = `${site.url}/mcp`
    const port = String(await findFreePort())
    const args = ['--url', site.url, '--client-id', 'prompt-collection-cli', '--resource', resource]
    const suite = spawn(SUITE, ['authorization', ...args, '--port', port], {
      signal,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(suite, 'close')
    const lines: string[] = []
    for await (const line of createInterface({ input: suite.stdout })) {
      lines.push(line)
      if (line.startsWith(`${site.url}/oauth/auth?`)) await allow(line, String(cookie))
    }
    const output = lines.join('\n')
    report('authorization', output)
    expect(await ended, output).toEqual([0, null])
  })
})

/** Opens the address that a program shows and allows its request, as a member does in a browser. */
const allow = async (address: string, session: string) => {
  const { app, url } = site
  const opened = await app.inject({ url: address, headers: { cookie: session } })
  const cookie = [session, ...opened.cookies.map(({ name, value }) => `${name}=${value}`)].join('; ')
  const uid = String(opened.headers.location).split('/').at(-1)
  const answered = await app.inject({
    method: 'POST',
    url: `/api/applications/requests/${uid}/answer`,
    headers: { origin: url, cookie },
    payload: { isAllowed: true },
  })
  const continued = await app.inject({ url: answered.json().url, headers: { cookie } })
  await fetch(String(continued.headers.location))
}
