import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { Database } from '#server/database/connect.ts'
import { type Figures, load, median } from './measure.ts'
import { signIn } from './scenarios.ts'
import { memoryOf, type Server } from './servers.ts'

const ROUNDS = 3
const SECONDS = 5
const CONNECTIONS = 4
const PICTURES = 5

/** What publishing posts with five pictures of 4 MB, one after the other, does to everybody else's requests. */
export const measurePublishing = async (site: Server, database: Database): Promise<string> => {
  const member = await signIn(database, 1)
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, at) => largePicture(at)))
  const feed = { name: 'feed', path: () => '/api/posts', headers: member }
  const alone: Figures[] = []
  const beside: Figures[] = []
  let published = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await load(site.origin, feed, CONNECTIONS, SECONDS))
    const publisher = publishUntilStopped(site.origin, member, pictures)
    beside.push(await load(site.origin, feed, CONNECTIONS, SECONDS))
    published += await publisher.stop()
  }
  const [quiet, busy] = [median(alone), median(beside)]
  return [
    '## Publishing with pictures',
    `A member's feed at ${CONNECTIONS} connections, alone and while posts with five pictures of 4 MB (12 million pixels each) are published one after the other: ${published} in ${ROUNDS * SECONDS} s and what finished after. Memory then ${memoryOf(site.pid)} MB (aim: under 600).`,
    [
      '| | requests/s | p50 ms | p99 ms |',
      '|---|---|---|---|',
      `| alone | ${Math.round(quiet.perSecond)} | ${quiet.p50} | ${quiet.p99} |`,
      `| beside publishing | ${Math.round(busy.perSecond)} | ${busy.p50} | ${busy.p99} |`,
      `| times (aim for p99: at most 2) | | | ${(busy.p99 / Math.max(quiet.p99, 1)).toFixed(1)} |`,
    ].join('\n'),
  ].join('\n\n')
}

/** In a thread of its own: making bodies of 27 MB would hold up the load that is measured. */
const publishUntilStopped = (origin: string, headers: Record<string, string>, exampleFiles: string[]) => {
  const worker = new Worker(new URL('publisher.ts', import.meta.url), {
    workerData: { origin, headers, exampleFiles },
  })
  return {
    stop: async (): Promise<number> => {
      worker.postMessage('stop')
      const [count] = (await once(worker, 'message')) as [number]
      return count
    },
  }
}

/** A photograph's worth of pixels with enough noise in it for about 4 MB. */
const largePicture = async (seed: number): Promise<string> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 26 + seed } as const
  const bytes = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'gray', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
