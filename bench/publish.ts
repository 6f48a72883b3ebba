import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { Database } from '#server/database/connect.ts'
import { findMedianRound, type LoadResult, measureLoad } from './measure.ts'
import { signIn } from './scenarios.ts'
import { type BenchServer, readResidentMemoryMb } from './servers.ts'

const ROUNDS = 3
const SECONDS = 5
const CONNECTIONS = 4
const IMAGES = 5

/** Measures how publishing posts one after another, with five 4 MB images each, affects other requests. */
export const measurePublishing = async (site: BenchServer, database: Database): Promise<string> => {
  const member = await signIn(database, 1)
  // A newcomer may publish only a few posts a day.
  await database.sql`update users set trust_level = 'regular' where id = 1`
  const images = await Promise.all(Array.from({ length: IMAGES }, (_, seed) => createLargeImage(seed)))
  const feed = { name: 'feed', path: () => '/api/posts', headers: member }
  const alone: LoadResult[] = []
  const duringPublishing: LoadResult[] = []
  let published = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await measureLoad(site.origin, feed, CONNECTIONS, SECONDS))
    const publisher = publishUntilStopped(site.origin, member, images)
    duringPublishing.push(await measureLoad(site.origin, feed, CONNECTIONS, SECONDS))
    published += await publisher.stop()
  }
  const [quiet, busy] = [findMedianRound(alone), findMedianRound(duringPublishing)]
  return [
    '## Publishing with images',
    `A member's feed with ${CONNECTIONS} connections, alone and while posts with five images of 4 MB (12 megapixels each) are published one after the other: ${published} posts in ${ROUNDS * SECONDS} s, including those that finished afterwards. Memory afterwards ${readResidentMemoryMb(site.pid)} MB (target: under 600).`,
    [
      '| | requests/s | p50 ms | p99 ms |',
      '|---|---|---|---|',
      `| alone | ${Math.round(quiet.perSecond)} | ${quiet.p50} | ${quiet.p99} |`,
      `| while publishing | ${Math.round(busy.perSecond)} | ${busy.p50} | ${busy.p99} |`,
      `| factor (target for p99: at most 2) | | | ${(busy.p99 / Math.max(quiet.p99, 1)).toFixed(1)} |`,
    ].join('\n'),
  ].join('\n\n')
}

/** Publishes from a worker thread because building 27 MB bodies would delay the measured requests. */
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

/** Creates an image with the dimensions of a photo and enough noise to make it about 4 MB. */
const createLargeImage = async (seed: number): Promise<string> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 26 + seed } as const
  const bytes = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'gray', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
