import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TICK_MS } from './cpu-time.ts'
import { type LoadResult, type LoadTarget, measureLoad } from './measure.ts'
import type { BenchServer } from './servers.ts'

const CONNECTIONS = 16
const WARM_UP_SECONDS = 2

type CallFrame = { functionName: string; url: string; lineNumber: number }
type ProfileNode = { id: number; callFrame: CallFrame; children?: number[] }
type CpuProfile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }

export type PageProfile = {
  name: string
  load: LoadResult
  /** Milliseconds of CPU time per request, across all threads of the server process. */
  cpuMs: number
  mainThreadMs: number
  /** V8's helper threads (garbage collection, compilation) and the thread pool (compression, files). */
  helperMs: number
  /** Milliseconds of main-thread time per request for each part of the work, most expensive first. */
  parts: [part: string, ms: number][]
}

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

/**
 * Loads one page over 16 connections, first without a profiler to measure the total cost, then with V8's profiler to
 * break it down. Writes the profile to `folder`, for a browser's developer tools.
 */
export const profilePage = async (
  server: BenchServer,
  target: LoadTarget,
  { seconds, folder }: { seconds: number; folder: string },
): Promise<PageProfile> => {
  await measureLoad(server.origin, target, CONNECTIONS, WARM_UP_SECONDS)
  const before = threadTimes(server.pid)
  const load = await measureLoad(server.origin, target, CONNECTIONS, seconds)
  const after = threadTimes(server.pid)
  const requests = load.perSecond * seconds
  const mainThreadMs = (after.main - before.main) / requests
  const cpuMs = (after.all - before.all) / requests
  const inspector = await connectInspector(server)
  await inspector.send('Profiler.enable')
  await inspector.send('Profiler.setSamplingInterval', { interval: 500 })
  await inspector.send('Profiler.start')
  await measureLoad(server.origin, target, CONNECTIONS, seconds)
  const { profile } = (await inspector.send('Profiler.stop')) as { profile: CpuProfile }
  inspector.close()
  const file = `${target.name.replaceAll(/\W+/g, '-')}.cpuprofile`
  writeFileSync(path.join(folder, file), JSON.stringify(profile))
  const parts = partsOf(profile).map(([part, share]): [string, number] => [part, share * mainThreadMs])
  return { name: target.name, load, cpuMs, mainThreadMs, helperMs: cpuMs - mainThreadMs, parts }
}

/** Returns each part's share of the time that was not spent waiting. */
const partsOf = ({ nodes, samples, timeDeltas }: CpuProfile): [string, number][] => {
  const partOfNode = new Map<number, string>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const assign = ({ id, callFrame, children = [] }: ProfileNode, inherited: string): void => {
    const part = RULES.find(([, matches]) => matches(callFrame))?.[0] ?? inherited
    partOfNode.set(id, part)
    for (const child of children) {
      const node = byId.get(child)
      if (node) assign(node, part)
    }
  }
  if (nodes[0]) assign(nodes[0], 'other')
  const times = new Map<string, number>()
  samples.forEach((id, index) => {
    const part = partOfNode.get(id) ?? 'other'
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0))
  })
  times.delete('waiting')
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times]
    .map(([part, time]): [string, number] => [part, time / total])
    .sort(([, a], [, b]) => b - a)
}

/**
 * Returns a process's CPU time so far, in milliseconds: the total for all threads, and the time for the main
 * thread.
 */
const threadTimes = (pid: number): { all: number; main: number } => {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return { thread: Number(thread), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
  })
  return {
    all: times.reduce((sum, { ms }) => sum + ms, 0),
    main: times.find(({ thread }) => thread === pid)?.ms ?? 0,
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

/** Renders the profiles as a Markdown table with one column per page. */
export const renderProfiles = (profiles: PageProfile[]): string => {
  const parts = [...new Set(profiles.flatMap(({ parts }) => parts.map(([part]) => part)))]
  const row = (label: string, cell: (profile: PageProfile) => string) =>
    `| ${label} | ${profiles.map(cell).join(' | ')} |`
  const ms = (value: number) => value.toFixed(2)
  return [
    `| ms per request, ${CONNECTIONS} connections | ${profiles.map(({ name }) => name).join(' | ')} |`,
    `|---|${profiles.map(() => '---|').join('')}`,
    row('**all threads**', ({ cpuMs }) => `**${ms(cpuMs)}**`),
    row('helper threads', ({ helperMs }) => ms(helperMs)),
    row('main thread', ({ mainThreadMs }) => ms(mainThreadMs)),
    ...parts.map((part) =>
      row(`– ${part}`, ({ parts }) => ms(parts.find(([name]) => name === part)?.[1] ?? 0)),
    ),
    row('requests/s', ({ load }) => String(Math.round(load.perSecond))),
    row('p50 / p99, ms', ({ load }) => `${load.p50} / ${load.p99}`),
    row('failed', ({ load }) => String(load.failed)),
  ].join('\n')
}
