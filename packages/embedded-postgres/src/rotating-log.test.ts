import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openRotatingLog } from './rotating-log.ts'

it('rotates the file at its size limit and keeps one old file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'postgres.log')
  for (const line of ['first\n', 'second\n', 'third\n']) openRotatingLog(file, 14).write(Buffer.from(line))
  expect(readFileSync(file, 'utf8')).toBe('third\n')
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('first\nsecond\n')
})

it('returns the last FATAL line as the reason for a failure', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = openRotatingLog(path.join(folder, 'postgres.log'))
  log.write(Buffer.from('LOG:  starting\nFATAL:  no room\nLOG:  shut down\n'))
  expect(log.lastLine()).toBe('FATAL:  no room')
})

it('goes on while the disk is full', () => {
  const log = openRotatingLog('/dev/full')
  log.write(Buffer.from('FATAL:  no space\n'))
  expect(log.lastLine()).toBe('FATAL:  no space')
})
