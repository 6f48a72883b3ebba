import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedPost } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { blocksOfDeveloperGuide } from './support/developer-guide-blocks.ts'
import { findFreePort } from './support/free-port.ts'

const run = promisify(execFile)
const database = await createTestDatabase()
const port = await findFreePort()
const site = `http://127.0.0.1:${port}`
const app = await buildTestApp(database, { PUBLIC_URL: site })
await app.listen({ port, host: '127.0.0.1' })
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-programs-'))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** The programs find neither settings nor credentials of the member who runs the tests. */
const env = { PATH: process.env.PATH, HOME: folder, CI: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }
const blocksOf = (language: string) => blocksOfDeveloperGuide(site, language)

/**
 * Searches with MCP Inspector, which reads the server of a configuration as it is, but the key and the type as Claude
 * does: VS Code calls the servers `servers`, and Cursor knows from the `url` that the type is `http`.
 */
const searchWith = async (configuration: string) => {
  const { servers, mcpServers = servers } = JSON.parse(configuration)
  const read = { mcpServers: { prompts: { type: 'http', ...mcpServers.prompts } } }
  const file = path.join(folder, 'mcp.json')
  writeFileSync(file, JSON.stringify(read))
  const target = ['--cli', '--config', file, '--server', 'prompts']
  const call = ['--method', 'tools/call', '--tool-name', 'search_prompts', '--tool-arg', 'query=wombat']
  return (await run('mcp-inspector', [...target, ...call], { env })).stdout
}

describe.runIf(process.env.MCP_CONFORMANCE)('the page for developers', { timeout: 60_000 }, () => {
  it('connects Claude Code with its command', async () => {
    const [command = ''] = blocksOf('')
    expect(command).toMatch(/^claude mcp add .*\n$/)
    await run('sh', ['-ec', command], { cwd: folder, env })
    const { stdout } = await run('claude', ['mcp', 'get', 'prompts'], { cwd: folder, env })
    expect(stdout).toContain(`URL: ${site}/mcp`)
    expect(stdout).toContain('Connected')
  })

  it.each(['"mcpServers"', '"servers"'])('connects programs with its configuration: %s', async (key) => {
    await seedPost(database, { title: 'Wombat' })
    const [configuration = ''] = blocksOf('json').filter((code) => code.includes(key))
    expect(await searchWith(configuration)).toContain('Wombat')
  })
})
