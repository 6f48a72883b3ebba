import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createTestImage, readVideo } from '#tests/support/samples.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { runImageJob } from './image-worker.ts'

/** Returns the ids of the image worker processes that `parent` started; the kernel lists child processes by thread. */
const workersOf = (parent: number): number[] =>
  readdirSync(`/proc/${parent}/task`)
    .flatMap((task) => readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').split(' '))
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tinypool'))
    .map(Number)
const ownWorker = () => workersOf(process.pid)[0] ?? 0

const bytes = await createTestImage(400, 300).png().toBuffer()
const directory = mkdtempSync(path.join(tmpdir(), 'image-worker-'))
afterAll(() => rmSync(directory, { recursive: true }))
/** Re-encodes an image the same way as an uploaded file. */
const encode = (bytes: Buffer, kind: 'png' | 'avif', lane: 'light' | 'heavy' = 'light') => {
  const [from, to] = [path.join(directory, randomUUID()), path.join(directory, randomUUID())]
  writeFileSync(from, bytes)
  return runImageJob('encode', { from, to, kind, use: 'example' }, { lane })
}
const square = () => runImageJob('square', { bytes, side: 64 })

// Only Linux lists the children of a process under /proc.
describe.skipIf(process.platform !== 'linux')('the image worker process', () => {
  it('runs at low priority and without the settings in its environment', async () => {
    vi.stubEnv('OPTIMIZER_API_KEY', 'secret-of-the-site')
    expect(await square()).toBeInstanceOf(Uint8Array)
    expect(getPriority(ownWorker())).toBe(constants.priority.PRIORITY_LOW)
    const environment = readFileSync(`/proc/${ownWorker()}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('secret-of-the-site')
  })

  it('is replaced after a crash, and the job it was running is rejected with 503', async () => {
    await square()
    const crashed = ownWorker()
    const large = await createTestImage(6_000, 6_000).png().toBuffer()
    const rejection = expect(encode(large, 'png')).rejects.toMatchObject({
      status: 503,
    })
    setTimeout(() => process.kill(crashed, 'SIGKILL'), 100)
    await rejection
    expect(await square()).toBeInstanceOf(Uint8Array)
    expect(ownWorker()).not.toBe(crashed)
  })

  it('ignores a terminal’s SIGINT', async () => {
    await square()
    const worker = ownWorker()
    process.kill(worker, 'SIGINT')
    // Nothing shows that the worker has received the signal and ignored it.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await square()
    expect(ownWorker()).toBe(worker)
  })

  it('ends with the server, even after SIGKILL', async () => {
    const file = JSON.stringify(fileURLToPath(new URL('image-worker.ts', import.meta.url)))
    const program = `const { runImageJob } = await import(${file})
      await runImageJob('square', { bytes: Buffer.from('${bytes.toString('base64')}', 'base64'), side: 64 })
      console.log('drawn'); setInterval(() => {}, 1000)`
    const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    })
    await once(server.stdout, 'data')
    const [worker] = workersOf(server.pid ?? 0)
    expect(worker).toBeGreaterThan(0)
    server.kill('SIGKILL')
    await waitFor(() => expect(existsSync(`/proc/${worker}`)).toBe(false))
  })
})

describe('a file that takes too long', { timeout: 240_000 }, () => {
  it('is aborted after two seconds of CPU time, and the next file is processed', async () => {
    const large = await createTestImage(7_000, 7_000).avif({ effort: 0 }).toBuffer()
    await expect(encode(large, 'avif', 'heavy')).rejects.toMatchObject({
      status: 413,
      message: 'The file takes too long to process. Upload a smaller one.',
    })
    expect(await runImageJob('square', { bytes, side: 64 }, { lane: 'heavy' })).toBeInstanceOf(Uint8Array)
  })

  it('is aborted likewise if it is a video, which is read without a pause', { tags: 'full' }, async () => {
    const [from, to] = [path.join(directory, randomUUID()), path.join(directory, randomUUID())]
    // A cluster of unknown size, whose blocks contain 256 empty packets each.
    const block = Buffer.from([0xa3, 0x85, 0x82, 0, 0, 0x04, 0xff])
    const cluster = Buffer.from('1f43b67501ffffffffffffffe78100', 'hex')
    const video = Buffer.concat([readVideo('live.webm'), cluster, ...Array<Buffer>(100_000).fill(block)])
    writeFileSync(from, video)
    await expect(runImageJob('remux', { from, to, kind: 'webm' })).rejects.toMatchObject({ status: 413 })
    expect(await square()).toBeInstanceOf(Uint8Array)
  })
})
