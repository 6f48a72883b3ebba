import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { aPicture } from '#tests/support/samples.ts'
import { draw } from './draw.ts'

/** The processes that draw for process `parent`; the kernel lists children by thread. */
const drawing = (parent: number): number[] =>
  readdirSync(`/proc/${parent}/task`)
    .flatMap((task) => readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').split(' '))
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tinypool'))
    .map(Number)
const mine = () => drawing(process.pid)[0] ?? 0

const bytes = await aPicture(400, 300).png().toBuffer()
const square = () => draw('square', { bytes, side: 64 })

// Linux alone tells what a process has for children.
describe.skipIf(process.platform !== 'linux')('The process that draws', () => {
  it('stands behind everybody else, and knows nothing of the settings', async () => {
    vi.stubEnv('OPTIMIZER_API_KEY', 'secret-of-the-site')
    expect(await square()).toBeInstanceOf(Uint8Array)
    expect(getPriority(mine())).toBe(constants.priority.PRIORITY_LOW)
    const seen = readFileSync(`/proc/${mine()}/environ`, 'utf8')
    expect(seen).toContain('PATH=')
    expect(seen).not.toContain('secret-of-the-site')
  })

  it('may be lost: what it drew is refused for now, and the next picture is drawn by another', async () => {
    await square()
    const lost = mine()
    const large = await aPicture(6_000, 6_000).png().toBuffer()
    const refused = expect(draw('redraw', { bytes: large, kind: 'png' })).rejects.toMatchObject({
      status: 503,
    })
    setTimeout(() => process.kill(lost, 'SIGKILL'), 100)
    await refused
    expect(await square()).toBeInstanceOf(Uint8Array)
    expect(mine()).not.toBe(lost)
  })

  it('leaves a terminal’s signal to the site', async () => {
    await square()
    const same = mine()
    process.kill(same, 'SIGINT')
    await new Promise((later) => setTimeout(later, 100))
    await square()
    expect(mine()).toBe(same)
  })

  it('ends with the site, whatever ended that', async () => {
    const file = JSON.stringify(fileURLToPath(new URL('draw.ts', import.meta.url)))
    const program = `const { draw } = await import(${file})
      await draw('square', { bytes: Buffer.from('${bytes.toString('base64')}', 'base64'), side: 64 })
      console.log('drawn'); setInterval(() => {}, 1000)`
    const site = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    })
    await once(site.stdout, 'data')
    const [drawer] = drawing(site.pid ?? 0)
    expect(drawer).toBeGreaterThan(0)
    site.kill('SIGKILL')
    await vi.waitFor(() => expect(existsSync(`/proc/${drawer}`)).toBe(false), 5_000)
  })
})

describe('A file that takes too long', () => {
  it('is ended after two seconds of work and refused, and the next one is read', async () => {
    const large = await aPicture(7_000, 7_000).avif({ effort: 0 }).toBuffer()
    const refusal = await draw('redraw', { bytes: large, kind: 'avif' }, { lane: 'heavy' }).catch(
      (error: unknown) => error,
    )
    // Where others leave it hardly any processor for ten seconds, the file is not to blame, and may be sent again.
    expect([
      'The file takes too long to process. Please upload a smaller one.',
      'The picture could not be read, please try again',
    ]).toContain((refusal as Error).message)
    expect(await draw('square', { bytes, side: 64 }, { lane: 'heavy' })).toBeInstanceOf(Uint8Array)
  }, 60_000)
})
