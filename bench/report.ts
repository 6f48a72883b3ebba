import { cpus, totalmem } from 'node:os'
import type { LoadResult } from './measure.ts'
import type { CpuTimes } from './profile.ts'

export type ReportRow = {
  name: string
  connections: number
  site: LoadResult
  /** Milliseconds of processor time per request. */
  cpu: Pick<CpuTimes, 'site' | 'postgres'>
  baseline?: LoadResult
  target?: string
}
export type DatabaseSizeResults = {
  posts: number
  startedInMs: number
  memoryMb: number
  sessionMs: number
  rows: ReportRow[]
}

/** Renders the results as a Markdown page. Ratios matter most because they also hold on other machines. */
export const renderReport = (
  sizes: DatabaseSizeResults[],
  visit: { html: number; scripts: number; styles: number },
  /** The number of processes that the machine ran on average in the minute before the benchmark. */
  loadBefore: number,
  /** Additional sections of the report. */
  extras: string[],
): string =>
  [
    '# Benchmark results',
    `By \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, embedded PostgreSQL. The load generator runs on the same machine, whose load average before was ${loadBefore.toFixed(1)}. The processor time of a request depends less on other work on the machine than its rate and latency. It is left out where most requests were rejected. Each figure is the median of three rounds, in which the baseline and the site alternate, after five warm-up requests. Before each size all tables and indexes are read once, so that they are in memory as on a site that has been running for a while.`,
    `First visit to the home page, gzip-compressed: JavaScript ${kilobytes(visit.scripts)} kB (target 115), CSS ${kilobytes(visit.styles)} kB (target 15), HTML ${kilobytes(visit.html)} kB.`,
    ...sizes.map(section),
    growth(sizes),
    ...extras,
    '',
  ].join('\n\n')

const section = ({ posts, startedInMs, memoryMb, sessionMs, rows }: DatabaseSizeResults): string =>
  [
    `## ${posts.toLocaleString('en')} posts`,
    `Server start ${Math.round(startedInMs)} ms, memory after the load ${memoryMb} MB. A session lookup takes ${round(sessionMs)} ms, ${sessionShare(sessionMs, rows)} of a member's feed request with one connection (target: at most 15%).`,
    [
      '| scenario | connections | processor ms: site + PostgreSQL | requests/s | p50 ms | p99 ms | ratio to baseline | target | failed |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows.map(
        ({ name, connections, cpu, site: own, baseline: bare, target: aim }) =>
          `| ${name} | ${connections} | ${cpuTimes(cpu, own)} | ${figures(own)} | ${bare ? round(own.perSecond / bare.perSecond) : ''} | ${aim ?? ''} | ${own.failed} |`,
      ),
    ].join('\n'),
  ].join('\n\n')

/** Returns nothing if most of the requests were rejected, because what these cost would be added to the others. */
const cpuTimes = ({ site, postgres }: ReportRow['cpu'], { failed, requests }: LoadResult): string =>
  failed > requests ? '' : `${site.toFixed(2)} + ${postgres.toFixed(2)}`

/**
 * Formats the rate and the latencies. If the rate is 0, no request finished within the round, so there is no latency to
 * report.
 */
const figures = ({ perSecond, p50, p99 }: LoadResult): string =>
  perSecond === 0
    ? '0 | longer than the round | longer than the round'
    : [Math.round(perSecond), round(p50), round(p99)].join(' | ')

const sessionShare = (sessionMs: number, rows: ReportRow[]): string => {
  const feed = rows.find(({ name, connections }) => name.startsWith('feed, member') && connections === 1)
  return feed ? `${Math.round((100 * sessionMs * feed.site.perSecond) / 1000)}%` : '?'
}

/** Returns how much slower each scenario is at the largest size than at the smallest, with one connection. */
const growth = (sizes: DatabaseSizeResults[]): string => {
  const [first] = sizes
  const last = sizes.at(-1)
  if (!first || !last || first === last) return ''
  const lines = last.rows
    .filter(({ connections }) => connections === 1)
    .map(({ name, site: own }) => {
      const before = first.rows.find((row) => row.name === name && row.connections === 1)
      const isKnown = before && before.site.perSecond > 0 && own.perSecond > 0
      return `| ${name} | ${isKnown ? round(before.site.perSecond / own.perSecond) : 'unknown'} |`
    })
  return [
    `## ${last.posts.toLocaleString('en')} posts compared with ${first.posts.toLocaleString('en')}`,
    `Slowdown factor with one connection (target: at most 2).\n\n| scenario | factor |\n|---|---|\n${lines.join('\n')}`,
  ].join('\n\n')
}

const round = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Math.round(value * 100) / 100)
const kilobytes = (bytes: number): string => String(Math.round(bytes / 100) / 10)
