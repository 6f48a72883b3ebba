import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** Returns a new project whose only file is the configuration, word for word, where its editor looks for it. */
const createProject = (file: string, configuration: string): string => {
  const project = mkdtempSync(path.join(folder, 'project-'))
  mkdirSync(path.join(project, path.dirname(file)))
  writeFileSync(path.join(project, file), configuration)
  return project
}

describe.runIf(process.env.MCP_CONFORMANCE)('the page for developers', () => {
  it('connects Claude Code with its command', async () => {
    const [command = ''] = blocksOf('')
    expect(command).toMatch(/^claude mcp add .*\n$/)
    await run('sh', ['-ec', command], { cwd: folder, env })
    const { stdout } = await run('claude', ['mcp', 'get', 'prompts'], { cwd: folder, env })
    expect(stdout).toContain(`URL: ${site}/mcp`)
    expect(stdout).toContain('Connected')
  })

  /** mcporter imports the configurations that these editors find in a project. */
  it.each([
    ['Cursor', '.cursor/mcp.json', '"mcpServers"'],
    ['VS Code', '.vscode/mcp.json', '"servers"'],
  ])('connects a program that reads the configuration of %s', async (_editor, file, key) => {
    await seedPost(database, { title: 'Wombat' })
    const [configuration = ''] = blocksOf('json').filter((code) => code.includes(key))
    const cwd = createProject(file, configuration)
    const listed = await run('mcporter', ['list', 'prompts', '--json'], { cwd, env })
    expect(listed.stdout).toContain('fill_prompt')
    expect(listed.stdout).toContain(file)
    const found = await run('mcporter', ['call', 'prompts.search_prompts', 'query=wombat'], { cwd, env })
    expect(found.stdout).toContain('Wombat')
  })
})
