import { findMedianRound, type LoadResult, measureLoad } from './measure.ts'
import type { Scenario } from './scenarios.ts'
import { readResidentMemoryMb, startSite } from './servers.ts'

type Options = {
  databaseUrl: string
  dataDir: string
  scenarios: readonly Scenario[]
  connections: readonly number[]
  seconds: number
}

const ROUNDS = 3

/** Measures the scenarios with each number of workers, and returns the results as a Markdown table. */
export const compareWorkerCounts = async (
  counts: readonly number[],
  { databaseUrl, dataDir, scenarios, connections, seconds }: Options,
): Promise<string> => {
  const rows: string[] = []
  for (const workers of counts) {
    const site = await startSite(databaseUrl, dataDir, { WORKERS: String(workers) })
    try {
      for (const scenario of scenarios)
        for (const count of connections) {
          // The first round is discarded because it only warms up the workers.
          const rounds: LoadResult[] = []
          for (let round = 0; round <= ROUNDS; round += 1)
            rounds.push(await measureLoad(site.origin, scenario, count, seconds))
          const { perSecond, p50, p99, failed } = findMedianRound(rounds.slice(1))
          rows.push(
            `| ${scenario.name} | ${workers} | ${count} | ${Math.round(perSecond)} | ${p50} | ${p99} | ${failed} | ${readResidentMemoryMb(site.pid)} |`,
          )
        }
    } finally {
      await site.stop()
    }
  }
  return [
    '| scenario | workers | connections | requests/s | p50 ms | p99 ms | failed | memory MB |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
