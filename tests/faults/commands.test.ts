import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { siteVersion } from '#server/version.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'

describe.each([
  ['import', 'FILE'],
  ['export', 'FILE'],
  ['backup', 'FILE'],
  ['migrate', ''],
  ['verify-counts', ''],
  ['admin', 'grant somebody'],
])('npm run %s', (name, argumentList) => {
  const run = async (DATABASE_URL: string) => {
    const file = await createTemporaryFolder('posts.jsonl')
    if (name === 'import') await writeFile(file, '{}\n')
    const args = argumentList === 'FILE' ? [file] : argumentList.split(' ').filter(Boolean)
    const command = await startServer({ program: `scripts/${name}.ts`, args, env: { DATABASE_URL } })
    expect([await command.ended, command.stdout()]).toEqual([1, ''])
    return command.stderr()
  }

  it('reports an unavailable database in one line', async () => {
    expect(await run('postgres://a:secret@127.0.0.1:1/x')).toBe(
      'The database 127.0.0.1:1/x cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    )
  })

  it('reports a malformed database URL in one line', async () => {
    expect(await run('postgres://a:b%@h/x')).toMatch(/^Invalid settings: DATABASE_URL [^\n]*\n$/)
  })
})

it('npm run admin -- version prints the version without a database', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  const command = await startServer({ program: 'scripts/admin.ts', args: ['version'], env })
  expect([await command.ended, command.stdout()]).toEqual([0, `${siteVersion}\n`])
})
