import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** A program that requests one page after another. */
export type Crawler = { userAgent: string; address: string }

/** What the crawlers request: where, how many posts there are, and for how long. */
export type FleetInput = { origin: string; posts: number; seconds: number; crawlers: readonly Crawler[] }

/** The number of responses by status. */
export type FleetResult = Record<string, number>

/** Runs in a thread of its own, so that the crawlers do not delay those who measure. */
const crawl = async ({ origin, posts, seconds, crawlers }: FleetInput): Promise<FleetResult> => {
  const deadline = performance.now() + seconds * 1_000
  const statuses: FleetResult = {}
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
      for (let visit = index * 211; performance.now() < deadline; visit += 1) {
        const status = await request(origin + nextPath(visit, step, posts), headers, agent)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
      agent.destroy()
    }),
  )
  return statuses
}

/** Returns mostly posts, and now and then a sitemap, a list or a search. */
const nextPath = (visit: number, step: number, posts: number): string => {
  if (visit % 40 === 7) return '/sitemap/1.xml'
  if (visit % 20 === 11) return `/t/topic-${1 + (visit % 20)}?sortBy=new`
  if (visit % 20 === 13) return `/?q=topic+${visit % posts}`
  return `/post/${1 + ((visit * step) % posts)}`
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
