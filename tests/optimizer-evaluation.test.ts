import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'prompts-evaluate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const evaluate = (...args: string[]) =>
  new Promise<{ code: number; out: string; problem: string }>((resolve) => {
    const command = [path.join(projectRoot, 'bench/optimizer-evaluation.ts'), ...args]
    execFile(process.execPath, command, (error, out, problem) =>
      resolve({ code: Number(error?.code ?? 0), out, problem }),
    )
  })
const file = (name: string, text: string | Buffer): string => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}

it.each([
  ['does not exist', () => path.join(folder, 'none.csv'), /^File not found: .*none\.csv\n$/],
  ['is a folder', () => folder, /is not a file\n$/],
  [
    'is not text',
    () => file('bytes.csv', Buffer.from([0xff, 0xff, 0xff])),
    /is not UTF-8 text \(byte 0\)\n$/,
  ],
  ['has other columns', () => file('other.csv', 'a,b\n1,2\n'), /^The file is missing the column .*\n$/],
  [
    'contains no JSON objects',
    () => file('broken.json', '{"a":\n'),
    /^The first line is not a JSON object\n$/,
  ],
])('reports a file that %s in one line and fails', async (_, makeFile, message) => {
  const { code, out, problem } = await evaluate(makeFile())
  expect([code, out]).toEqual([1, ''])
  expect(problem).toMatch(message)
  expect(problem.trim().split('\n')).toHaveLength(1)
})

it('counts the prompts of a valid file, and prints the usage for an unknown type', async () => {
  const right = file('right.csv', 'act,prompt,for_devs,type,contributor\nPoet,Write a poem,FALSE,TEXT,x\n')
  expect(await evaluate(right)).toMatchObject({ code: 0, out: expect.stringContaining('Text: 1 prompts') })
  expect(await evaluate(right, '--type', 'Code')).toMatchObject({
    out: expect.stringContaining('Code: 1 prompts'),
  })
  const wrong = await evaluate(right, '--type', 'Sonnet')
  expect([wrong.code, wrong.problem]).toEqual([1, expect.stringContaining('Usage: npm run evaluate -- FILE')])
})
