import { cpus, totalmem } from 'node:os'
import type { Figures } from './measure.ts'

export type Row = { name: string; connections: number; own: Figures; bare?: Figures; aim?: string }
export type Size = { posts: number; startedInMs: number; memoryMb: number; sessionMs: number; rows: Row[] }

/** The results as a page: ratios first, since they hold on other machines too. */
export const report = (
  sizes: Size[],
  visit: { html: number; scripts: number; styles: number },
  /** Sections that stand for themselves. */
  extras: string[],
): string =>
  [
    '# Measured',
    `By \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, embedded PostgreSQL. The load comes from the same machine. Each figure is the median of three rounds, in which bare limit and site take turns; before them it is asked for five times. Before each size all its tables and indexes are read once, as those of a site that has run for a while have been.`,
    `First visit to the home page, gzip: JavaScript ${kilo(visit.scripts)} kB (aim 130), CSS ${kilo(visit.styles)} kB (aim 15), HTML ${kilo(visit.html)} kB.`,
    ...sizes.map(section),
    growth(sizes),
    ...extras,
    '',
  ].join('\n\n')

const section = ({ posts, startedInMs, memoryMb, sessionMs, rows }: Size): string =>
  [
    `## ${posts.toLocaleString('en')} posts`,
    `Server start ${Math.round(startedInMs)} ms, memory after the load ${memoryMb} MB. A session's look-up takes ${round(sessionMs)} ms, ${sessionShare(sessionMs, rows)} of a member's feed request at one connection (aim: at most 15 %).`,
    [
      '| what | connections | requests/s | p50 ms | p99 ms | of the bare limit | aim | failed |',
      '|---|---|---|---|---|---|---|---|',
      ...rows.map(
        ({ name, connections, own, bare, aim }) =>
          `| ${name} | ${connections} | ${figures(own)} | ${bare ? round(own.perSecond / bare.perSecond) : ''} | ${aim ?? ''} | ${own.failed} |`,
      ),
    ].join('\n'),
  ].join('\n\n')

/** Where all of them took longer than the round, there is nothing to tell but that. */
const figures = ({ perSecond, p50, p99 }: Figures): string =>
  perSecond === 0
    ? '0 | over the round | over the round'
    : [Math.round(perSecond), round(p50), round(p99)].join(' | ')

const sessionShare = (sessionMs: number, rows: Row[]): string => {
  const feed = rows.find(({ name, connections }) => name.startsWith('feed, member') && connections === 1)
  return feed ? `${Math.round((100 * sessionMs * feed.own.perSecond) / 1000)} %` : '?'
}

/** How much slower each thing is at the largest size than at the smallest, at one connection. */
const growth = (sizes: Size[]): string => {
  const [first] = sizes
  const last = sizes.at(-1)
  if (!first || !last || first === last) return ''
  const lines = last.rows
    .filter(({ connections }) => connections === 1)
    .map(({ name, own }) => {
      const before = first.rows.find((row) => row.name === name && row.connections === 1)
      const isKnown = before && before.own.perSecond > 0 && own.perSecond > 0
      return `| ${name} | ${isKnown ? round(before.own.perSecond / own.perSecond) : 'not known'} |`
    })
  return [
    `## ${last.posts.toLocaleString('en')} posts against ${first.posts.toLocaleString('en')}`,
    `How many times slower, at one connection (aim: at most 2).\n\n| what | times |\n|---|---|\n${lines.join('\n')}`,
  ].join('\n\n')
}

const round = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Math.round(value * 100) / 100)
const kilo = (bytes: number): string => String(Math.round(bytes / 100) / 10)
