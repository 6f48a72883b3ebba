import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/database/connect.ts'
import type { DatabaseTraffic } from './count-database-traffic.ts'
import { readCpuTimeMs, TICK_MS } from './cpu-time.ts'
import { findMedianRound, type LoadResult, type LoadTarget, measureLoad } from './measure.ts'
import type { BenchServer } from './servers.ts'
import { countStatements, type StatementStatistics } from './statement-statistics.ts'

const WARM_UP_SECONDS = 2

type CallFrame = { functionName: string; url: string; lineNumber: number }
type ProfileNode = { id: number; callFrame: CallFrame; children?: number[] }
type CpuProfile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }

export type CpuTimes = {
  /** All threads of the server process. */
  site: number
  mainThread: number
  /** The share of the main thread's time that the kernel spent on its system calls. */
  systemCalls: number
  postgres: number
}

export type PageProfile = {
  name: string
  connections: number
  load: LoadResult
  /** Milliseconds of CPU time per request; the medians of all rounds. */
  cpu: CpuTimes
  /** The same of the other checkout, whose rounds alternate with those of this one. */
  other: CpuTimes | null
  statements: StatementStatistics
  traffic: DatabaseTraffic
  responseBytes: number
  allocatedBytes: number
  /** Milliseconds of main-thread time per request for each part of the work, most expensive first. */
  parts: Part[]
}

type Part = {
  name: string
  ms: number
  /** The functions that take most of this time, for the parts that say little by themselves. */
  functions: [name: string, ms: number][]
}

/** The parts whose most expensive functions are listed. */
const DETAILED_PARTS = ['network', 'native code', 'SQL client', 'rules and hooks']
const MAX_FUNCTIONS = 4

/**
 * Rules that assign stack frames to parts of the work. A sample counts for the innermost frame that matches a rule, so
 * functions that match no rule count for the part that calls them.
 */
const RULES: readonly [part: string, matches: (frame: CallFrame) => boolean][] = [
  ['garbage collection', ({ functionName }) => functionName === '(garbage collector)'],
  ['waiting', ({ functionName }) => functionName === '(idle)'],
  ['queries in components', inFile(/server\/assets\/(use\w*Query|QueryClient|queryOptions)/)],
  ['validation', inFile(/node_modules\/(zod|fastify-type-provider-zod)\//)],
  ['icons', ({ functionName }) => /^(Icon|createLucideIcon|mergeClasses)$/.test(functionName)],
  ['React', ({ url, lineNumber }) => BUNDLE.test(url) && isReactLine(lineNumber)],
  ['page state', ({ functionName }) => /^(writePageState|asOf|dehydrate\w*)$/.test(functionName)],
  ['policy of inline scripts', inFile(/content-security-policy/)],
  ['JSON', ({ functionName }) => /^(parseJson|stringify|parse|serializerCompiler)$/.test(functionName)],
  ['compression', inFile(/node:zlib|http\/compress/)],
  ['logging', inFile(/node_modules\/(pino|sonic-boom|thread-stream)|log-requests/)],
  ['SQL client', inFile(/node_modules\/(pg|pg-\w+|postgres-\w+)\/|src\/server\/database\//)],
  ['components', inFile(/dist\/server\//)],
  ['native code', ({ functionName }) => functionName === '(program)'],
  ['network', inFile(/^node:(net|_http|internal\/(stream|http|net|js_stream))/)],
  ['HTTP framework', inFile(/node_modules\/(@?fastify|find-my-way|avvio|fast-\w+|helmet|cookie)/)],
  ['rules and hooks', inFile(/src\/(core|server|features|app)\//)],
]

const BUNDLE = /dist\/server\/entry-server\.js$/

/**
 * Returns whether a line of the bundle belongs to React, that is, whether it is inside the wrapper of a React
 * module.
 */
const isReactLine = (() => {
  let ranges: boolean[] | null = null
  return (line: number): boolean => {
    if (!ranges) {
      let isReact = false
      ranges = readFileSync(new URL('../dist/server/entry-server.js', import.meta.url), 'utf8')
        .split('\n')
        .map((text) => {
          if (text.startsWith('var require_')) isReact = text.startsWith('var require_react')
          else if (!/^[\s}]/.test(text)) isReact = false
          return isReact
        })
    }
    return ranges[line] ?? false
  }
})()

function inFile(pattern: RegExp) {
  return ({ url }: CallFrame) => pattern.test(url)
}

type Options = {
  connections: number
  seconds: number
  rounds: number
  /** Where the profile is written, for a browser's developer tools, and the statements with their times. */
  folder: string
  postgresPid: number
  database: Pick<Database, 'sql'>
  /** The site in another checkout, to compare with. */
  other: BenchServer | null
  /**
   * The site once more, with an inspector. A process in which a profiler has run stays about 5 % slower, so the times
   * are those of `server`.
   */
  inspected: BenchServer
}

/**
 * Loads one page: first without an inspector to measure what it costs, then with the statistics of PostgreSQL and a
 * sample of what is allocated, then with V8's profiler, which says what the main thread does.
 */
export const profilePage = async (
  server: BenchServer,
  target: LoadTarget,
  { connections, seconds, rounds, folder, postgresPid, database, other, inspected }: Options,
): Promise<PageProfile> => {
  const load = (from: BenchServer) => measureLoad(from.origin, target, connections, seconds)
  const servers = other ? [server, other] : [server]
  for (const each of [...servers, inspected])
    await measureLoad(each.origin, target, connections, WARM_UP_SECONDS)
  const loads: LoadResult[] = []
  const times = new Map(servers.map((each): [BenchServer, CpuTimes[]] => [each, []]))
  for (let round = 0; round < rounds; round += 1)
    // The first of a round is measured up to 8 % dearer than the same code measured second.
    for (const each of round % 2 === 0 ? servers : servers.toReversed()) {
      const before = readCpuTimes(each.pid, postgresPid)
      const result = await load(each)
      times.get(each)?.push(perRequest(before, readCpuTimes(each.pid, postgresPid), countServed(result)))
      if (each === server) loads.push(result)
    }
  const inspector = await connectInspector(inspected)
  const measured = await measureStatementsAndAllocations(inspector, database, () => load(inspected))
  await inspector.send('Profiler.enable')
  await inspector.send('Profiler.setSamplingInterval', { interval: 500 })
  await inspector.send('Profiler.start')
  await load(inspected)
  const { profile } = (await inspector.send('Profiler.stop')) as { profile: CpuProfile }
  inspector.close()
  const file = path.join(folder, `${target.name.replaceAll(/\W+/g, '-')}-${connections}`)
  writeFileSync(`${file}.cpuprofile`, JSON.stringify(profile))
  writeFileSync(`${file}.statements.json`, JSON.stringify(measured.details, null, 2))
  const cpu = medianTimes(times.get(server) ?? [])
  return {
    name: target.name,
    connections,
    load: findMedianRound(loads),
    cpu,
    other: other ? medianTimes(times.get(other) ?? []) : null,
    ...measured,
    parts: partsOf(profile, cpu.mainThread),
  }
}

/** Leaves out requests that a busy server has rejected: they cost little, and would make the others look cheap. */
export const countServed = ({ requests, failed }: LoadResult): number => requests - failed

type Inspector = Awaited<ReturnType<typeof connectInspector>>
type AllocationNode = { selfSize: number; children: AllocationNode[] }

const measureStatementsAndAllocations = async (
  inspector: Inspector,
  database: Pick<Database, 'sql'>,
  load: () => Promise<LoadResult>,
) => {
  const readTraffic = async () => {
    const response = await inspector.send('Runtime.evaluate', {
      expression: 'databaseTraffic',
      returnByValue: true,
    })
    const { result } = response as { result: { value?: DatabaseTraffic } }
    if (!result.value) throw new Error(`No traffic: ${JSON.stringify(response)}`)
    return result.value
  }
  // Without these two options, V8 only counts what has not been collected yet.
  const includeCollected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }
  await inspector.send('HeapProfiler.startSampling', { samplingInterval: 32_768, ...includeCollected })
  const before = await readTraffic()
  let served = 1
  let bytes = 0
  const { details, ...statements } = await countStatements(database, async () => {
    const result = await load()
    served = countServed(result)
    bytes = result.bytes
  })
  const after = await readTraffic()
  const { profile } = (await inspector.send('HeapProfiler.stopSampling')) as {
    profile: { head: AllocationNode }
  }
  return {
    details,
    statements: perRequest(null, statements, served),
    traffic: perRequest(before, after, served),
    responseBytes: bytes / served,
    allocatedBytes: sumAllocations(profile.head) / served,
  }
}

const sumAllocations = ({ selfSize, children }: AllocationNode): number =>
  children.reduce((sum, child) => sum + sumAllocations(child), selfSize)

/** Divides the difference of each figure by the number of requests. */
export const perRequest = <T extends Record<string, number>>(
  before: T | null,
  after: T,
  requests: number,
): T =>
  Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, (value - (before?.[key] ?? 0)) / requests]),
  ) as T

export const medianTimes = (rounds: CpuTimes[]): CpuTimes => {
  const median = (key: keyof CpuTimes) => {
    const sorted = rounds.map((round) => round[key]).sort((a, b) => a - b)
    const middle = (sorted.length - 1) / 2
    return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  }
  return {
    site: median('site'),
    mainThread: median('mainThread'),
    systemCalls: median('systemCalls'),
    postgres: median('postgres'),
  }
}

/** Divides the time that was not spent waiting among the parts, of which all together have taken `totalMs`. */
const partsOf = ({ nodes, samples, timeDeltas }: CpuProfile, totalMs: number): Part[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const partOfNode = new Map<number, string>()
  const assign = ({ id, callFrame, children = [] }: ProfileNode, inherited: string): void => {
    const part = RULES.find(([, matches]) => matches(callFrame))?.[0] ?? inherited
    partOfNode.set(id, part)
    for (const child of children) {
      const node = byId.get(child)
      if (node) assign(node, part)
    }
  }
  if (nodes[0]) assign(nodes[0], 'other')
  const parts = new Map<string, Map<string, number>>()
  let total = 0
  samples.forEach((id, index) => {
    const part = partOfNode.get(id) ?? 'other'
    if (part === 'waiting') return
    const functions = parts.get(part) ?? new Map<string, number>()
    const name = byId.get(id)?.callFrame.functionName || 'anonymous'
    const time = timeDeltas[index] ?? 0
    parts.set(part, functions.set(name, (functions.get(name) ?? 0) + time))
    total += time
  })
  const toMs = (time: number) => (time / total) * totalMs
  return [...parts]
    .map(
      ([name, functions]): Part => ({
        name,
        ms: toMs([...functions.values()].reduce((sum, time) => sum + time, 0)),
        functions: DETAILED_PARTS.includes(name)
          ? [...functions]
              .sort(([, a], [, b]) => b - a)
              .slice(0, MAX_FUNCTIONS)
              .map(([label, time]) => [label, toMs(time)])
          : [],
      }),
    )
    .sort((a, b) => b.ms - a.ms)
}

/** Returns the CPU time of the site's process and of PostgreSQL's processes so far, in milliseconds. */
export const readCpuTimes = (pid: number, postgresPid: number): CpuTimes => {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return {
      thread: Number(thread),
      user: Number(fields[11]) * TICK_MS,
      system: Number(fields[12]) * TICK_MS,
    }
  })
  const main = threads.find(({ thread }) => thread === pid) ?? { user: 0, system: 0 }
  return {
    site: threads.reduce((sum, { user, system }) => sum + user + system, 0),
    mainThread: main.user + main.system,
    systemCalls: main.system,
    postgres: readCpuTimeMs(postgresPid),
  }
}

/** Connects to the inspector of a server that was started with one. The inspector uses the Chrome DevTools Protocol. */
export const connectInspector = async ({ inspectorUrl }: BenchServer) => {
  if (!inspectorUrl) throw new Error('The server was started without an inspector')
  const socket = new WebSocket(inspectorUrl)
  await once(socket, 'open')
  let lastId = 0
  return {
    send: (method: string, params: object = {}) =>
      new Promise<unknown>((resolve, reject) => {
        lastId += 1
        const id = lastId
        const listen = ({ data }: MessageEvent) => {
          const message = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: unknown }
          if (message.id !== id) return
          socket.removeEventListener('message', listen)
          if (message.error) reject(new Error(JSON.stringify(message.error)))
          else resolve(message.result)
        }
        socket.addEventListener('message', listen)
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}

/** Renders the profiles as Markdown tables with one column per page. */
export const renderProfiles = (profiles: PageProfile[]): string => {
  const parts = [...new Set(profiles.flatMap(({ parts }) => parts.map(({ name }) => name)))]
  const row = (label: string, cell: (profile: PageProfile) => string) =>
    `| ${label} | ${profiles.map(cell).join(' | ')} |`
  const ms = (value: number) => value.toFixed(2)
  const kilobytes = (value: number) => (value / 1000).toFixed(1)
  const [first] = profiles
  if (!first) return ''
  return [
    row(`ms per request, connections: ${first.connections}`, ({ name }) => name),
    `|---|${profiles.map(() => '---|').join('')}`,
    row('**site + PostgreSQL**', ({ cpu }) => `**${ms(cpu.site)} + ${ms(cpu.postgres)}**`),
    ...(first.other
      ? [row('the other checkout', ({ other }) => (other ? `${ms(other.site)} + ${ms(other.postgres)}` : ''))]
      : []),
    row('statements', ({ statements }) => statements.statements.toFixed(1)),
    row('round trips', ({ traffic }) => traffic.roundTrips.toFixed(1)),
    row('writes to PostgreSQL', ({ traffic }) => traffic.writes.toFixed(1)),
    row('planning + execution', ({ statements }) =>
      [statements.planningMs, statements.executionMs].map(ms).join(' + '),
    ),
    row('kB to + from PostgreSQL', ({ traffic }) =>
      [traffic.bytesWritten, traffic.bytesRead].map(kilobytes).join(' + '),
    ),
    row('kB of the response', ({ responseBytes }) => kilobytes(responseBytes)),
    row('kB allocated', ({ allocatedBytes }) => kilobytes(allocatedBytes)),
    // Garbage collection and compilation by V8, compression, files.
    row('helper threads', ({ cpu }) => ms(cpu.site - cpu.mainThread)),
    row('main thread', ({ cpu }) => ms(cpu.mainThread)),
    row('of it system calls', ({ cpu }) => ms(cpu.systemCalls)),
    ...parts.map((part) =>
      row(`– ${part}`, (profile) => ms(profile.parts.find(({ name }) => name === part)?.ms ?? 0)),
    ),
    row('requests/s', ({ load }) => String(Math.round(load.perSecond))),
    row('p50 / p99, ms', ({ load }) => `${load.p50} / ${load.p99}`),
    row('failed', ({ load }) => String(load.failed)),
    '',
    ...profiles.flatMap(({ name, parts }) =>
      parts
        .filter(({ functions }) => functions.length > 0)
        .map(
          (part) =>
            `- ${name}, ${part.name}: ${part.functions.map(([label, time]) => `${label} ${ms(time)}`).join(', ')}`,
        ),
    ),
  ].join('\n')
}
