import autocannon from 'autocannon'

export type Target = {
  name: string
  /** A new address for each request, so that nothing is answered from a cache that should not be. */
  path: () => string
  headers?: Record<string, string>
  /** GET where absent. */
  method?: 'POST'
  /** What differs from request to request. */
  vary?: () => { headers: Record<string, string>; body: string }
}

export type Figures = { perSecond: number; p50: number; p99: number; failed: number }

/** Requests a second and latencies (ms) of one target at this many connections. */
export const load = async (
  origin: string,
  target: Target,
  connections: number,
  seconds: number,
): Promise<Figures> => {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        method: target.method ?? 'GET',
        ...(target.headers ? { headers: target.headers } : {}),
        setupRequest: (request) => {
          const own = target.vary?.()
          const varied = own && { body: own.body, headers: { ...request.headers, ...own.headers } }
          return { ...request, path: target.path(), ...varied }
        },
      },
    ],
  })
  const { requests, latency, errors, non2xx } = result
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: errors + non2xx }
}

/** The same number of loops over a function in this process: the bare limit of a query. */
export const loop = async (
  work: () => Promise<unknown>,
  connections: number,
  seconds: number,
): Promise<Figures> => {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const begin = performance.now()
        await work()
        times.push(performance.now() - begin)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed: 0 }
}

/** The round in the middle by requests a second. */
export const median = (rounds: Figures[]): Figures => {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('No rounds were measured')
  return { ...middle, failed: rounds.reduce((sum, round) => sum + round.failed, 0) }
}
