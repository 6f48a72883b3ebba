import autocannon from 'autocannon'

export type LoadTarget = {
  name: string
  /** Returns the path of the next request; it may vary to bypass caches. */
  path: () => string
  headers?: Record<string, string>
  /** The HTTP method; defaults to GET. */
  method?: 'POST'
  /** Returns the headers and body of the next request. */
  vary?: () => { headers: Record<string, string>; body: string }
}

export type LoadResult = {
  perSecond: number
  p50: number
  p99: number
  failed: number
  requests: number
  /** The bytes of all responses. */
  bytes: number
}

/**
 * Measures the requests per second and latencies (ms) of one target over the given number of connections. Requests that
 * an overloaded site sheds count as failed. Throws if the site rejects one for another reason, for what is measured is then
 * not what the scenario's name says.
 */
export const measureLoad = async (
  origin: string,
  target: LoadTarget,
  connections: number,
  seconds: number,
): Promise<LoadResult> => {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        method: target.method ?? 'GET',
        ...(target.headers ? { headers: target.headers } : {}),
        setupRequest: (request) => {
          const next = target.vary?.()
          const varied = next && { body: next.body, headers: { ...request.headers, ...next.headers } }
          return { ...request, path: target.path(), ...varied }
        },
      },
    ],
  })
  const { requests, latency, errors, non2xx, throughput, statusCodeStats = {} } = result
  if (result['4xx'] > 0)
    throw new Error(`The site rejected "${target.name}": ${JSON.stringify(statusCodeStats)}`)
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: errors + non2xx,
    requests: requests.total,
    bytes: throughput.total,
  }
}

/** Measures a query as a baseline, by running it in concurrent loops in this process. */
export const measureQuery = async (
  work: () => Promise<unknown>,
  connections: number,
  seconds: number,
): Promise<LoadResult> => {
  const times: number[] = []
  const deadline = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < deadline) {
        const startedAt = performance.now()
        await work()
        times.push(performance.now() - startedAt)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: times.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failed: 0,
    requests: times.length,
    bytes: 0,
  }
}

/** Returns the round with the median number of requests per second. */
export const findMedianRound = (rounds: LoadResult[]): LoadResult => {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('No rounds were measured')
  return { ...middle, failed: rounds.reduce((sum, round) => sum + round.failed, 0) }
}
