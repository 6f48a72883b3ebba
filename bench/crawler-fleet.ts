import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** A program that requests one page after another. */
export type Crawler = { userAgent: string; address: string }

/** What the crawlers request: where, how many posts there are, and for how long. */
export type FleetInput = {
  origin: string
  posts: number
  seconds: number
  crawlers: readonly Crawler[]
  /** The posts that the crawlers divide among them, until each is fetched; null lets each crawler visit all posts. */
  remaining: readonly number[] | null
}

export type FleetResult = {
  /** The number of responses by status. */
  statuses: Record<string, number>
  /** How long the crawlers took. */
  seconds: number
  /** The posts that are still to be fetched. */
  remaining: number[]
}

/** Runs in a thread of its own, so that the crawlers do not delay those who measure. */
const crawl = async ({ origin, posts, seconds, crawlers, remaining }: FleetInput): Promise<FleetResult> => {
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1_000
  const statuses: Record<string, number> = {}
  const queue = remaining && [...remaining]
  await Promise.all(
    crawlers.map(async (crawler, index) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const headers = {
        'user-agent': crawler.userAgent,
        'x-forwarded-for': crawler.address,
        'accept-encoding': 'gzip, br',
      }
      // Each crawler visits all posts, in an order of its own.
      const step = 7 + 2 * index
      for (let visit = index * 211; performance.now() < deadline && queue?.length !== 0; visit += 1) {
        const list = nextListPath(visit, posts)
        const id = list ? null : (queue?.shift() ?? 1 + ((visit * step) % posts))
        const status = await request(origin + (list ?? `/post/${id}`), headers, agent)
        statuses[status] = (statuses[status] ?? 0) + 1
        // What was refused is requested again.
        if (id !== null && status !== '200') queue?.push(id)
      }
      agent.destroy()
    }),
  )
  return { statuses, seconds: (performance.now() - startedAt) / 1_000, remaining: queue ?? [] }
}

/** Returns now and then a sitemap, a list or a search, and mostly null for a post. */
const nextListPath = (visit: number, posts: number): string | null => {
  if (visit % 40 === 7) return '/sitemap/1.xml'
  if (visit % 20 === 11) return `/t/topic-${1 + (visit % 20)}?sortBy=new`
  if (visit % 20 === 13) return `/?q=topic+${visit % posts}`
  return null
}

const request = (url: string, headers: Record<string, string>, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    get(url, { headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', () => resolve('failed'))
    }).on('error', () => resolve('failed'))
  })

parentPort?.postMessage(await crawl(workerData))
