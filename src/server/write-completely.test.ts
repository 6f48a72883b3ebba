import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeWriteError, writeCompletely } from './write-completely.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'prompts-write-'))
})
afterEach(() => rm(folder, { recursive: true }))

const target = () => path.join(folder, 'posts.jsonl')

it('gives a file its name when it is complete, and keeps the previous one until then', async () => {
  await writeFile(target(), 'previous')
  await writeCompletely(target(), async (partial) => {
    await writeFile(partial, 'complete')
    expect(await readFile(target(), 'utf8')).toBe('previous')
  })
  expect(await readdir(folder)).toEqual(['posts.jsonl'])
  expect(await readFile(target(), 'utf8')).toBe('complete')
})

it('lets two processes write the same file, although both have the same id', async () => {
  const write = (text: string) =>
    writeCompletely(target(), async (partial) => {
      await writeFile(partial, text, { flag: 'wx' })
      expect(await readFile(partial, 'utf8')).toBe(text)
    })
  await Promise.all([write('first'), write('second')])
  expect(await readdir(folder)).toEqual(['posts.jsonl'])
})

it('removes what killed processes left, and nothing that may still be written', async () => {
  const id = '5e2ab3f4-0000-4000-8000-000000000000'
  const old = [`posts.jsonl.${id}.part`, 'posts.jsonl.17.part', 'posts.jsonl.partial-17']
  const others = ['posts.jsonl.18.part', 'posts.jsonl.old', 'posts2.jsonl.17.part']
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [...old, ...others]) await writeFile(path.join(folder, name), '')
  for (const name of [...old, ...others.slice(1)]) await utimes(path.join(folder, name), hoursAgo, hoursAgo)
  await writeCompletely(target(), (partial) => writeFile(partial, ''))
  expect((await readdir(folder)).toSorted()).toEqual(['posts.jsonl', ...others].toSorted())
})

it('says in words why a file cannot be written', () => {
  const failed = (code: string, syscall = 'write') => Object.assign(new Error(code), { code, syscall })
  expect(describeWriteError(failed('ENOSPC'))).toBe('the disk is full')
  expect(describeWriteError(new Error('outer', { cause: failed('ENOSPC') }))).toBe('the disk is full')
  expect(describeWriteError(failed('EMFILE', 'open'))).toBe('EMFILE')
  expect(describeWriteError(failed('EPIPE'))).toBeNull()
  expect(describeWriteError(new Error('ENOSPC'))).toBeNull()
  expect(describeWriteError('text')).toBeNull()
})
