import type { Page } from '@playwright/test'

/** How much slower the processor is made: a phone of the middle class against a computer. */
const SLOWDOWN = 4

/**
 * What the loop takes on the reference machine at this slowdown. Measuring against a loop makes results comparable
 * between machines, and times of a processor, unlike times of a clock, leave out what else runs on the machine.
 */
const LOOP_MS = 100

/** Runs in the browser. */
const runLoop = (): number => {
  let value = 1
  for (let index = 0; index < 5_000_000; index += 1) value = (value * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
  return value
}

/** An event of Chromium's trace, with times in microseconds. `tdur` is the thread's processor time. */
type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string; data?: { type?: string; duration?: number; interactionId?: number } }
}

type Trace = { events: TraceEvent[]; tasks: TraceEvent[] }

const SCRIPT_EVENTS = new Set(['FunctionCall', 'EvaluateScript', 'v8.evaluateModule', 'RunMicrotasks'])

const cpuMs = ({ tdur = 0 }: TraceEvent): number => tdur / 1_000

const sumCpuMs = (events: readonly TraceEvent[]): number =>
  events.reduce((sum, event) => sum + cpuMs(event), 0)

const isWithin = (inner: TraceEvent, outer: TraceEvent): boolean =>
  inner !== outer && inner.ts >= outer.ts && inner.ts < outer.ts + (outer.dur ?? 0)

/** Makes the processor slower and records what the page's main thread does while `run` runs. */
const record = async (page: Page, run: () => Promise<unknown>): Promise<Trace> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  try {
    await run()
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const events = findMainThread(trace.traceEvents)
  return { events, tasks: events.filter(({ name, dur }) => name === 'RunTask' && dur) }
}

/** Returns the events of the page's main thread: of the renderer in which most scripts run. */
const findMainThread = (all: readonly TraceEvent[]): TraceEvent[] => {
  const renderers = all
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => all.filter((event) => event.pid === pid && event.tid === tid))
  const countScripts = (events: TraceEvent[]) => events.filter(({ name }) => SCRIPT_EVENTS.has(name)).length
  return renderers.toSorted((a, b) => countScripts(b) - countScripts(a))[0] ?? []
}

/** Returns the processor time of the loop in this page now. */
const measureLoop = async (page: Page): Promise<number> => {
  const { tasks } = await record(page, () => page.evaluate(runLoop))
  return Math.max(...tasks.map(cpuMs))
}

/** Converts processor time into milliseconds of the reference machine. */
const scale = async (page: Page, ms: number): Promise<number> => (ms / (await measureLoop(page))) * LOOP_MS

/**
 * Returns the longest task of the page's main thread in which scripts run while `run` runs, in milliseconds of the reference
 * machine at a quarter of its speed. Tasks in which scripts hardly run, such as those of the HTML parser, do not count.
 */
export const measureLongestScriptTask = async (page: Page, run: () => Promise<unknown>): Promise<number> => {
  const { events, tasks } = await record(page, run)
  const scripts = events.filter(({ name, dur }) => SCRIPT_EVENTS.has(name) && dur)
  const outermost = scripts.filter((event) => !scripts.some((other) => isWithin(event, other)))
  const times = tasks
    .filter((task) => sumCpuMs(outermost.filter((event) => isWithin(event, task))) > cpuMs(task) / 10)
    .map(cpuMs)
  return scale(page, Math.max(0, ...times))
}

/**
 * Returns the work of the page's main thread from an input until the next paint, in milliseconds of the reference machine
 * at a quarter of its speed. If `run` has several inputs, the one with the most work counts.
 */
export const measureInteraction = async (page: Page, run: () => Promise<unknown>): Promise<number> => {
  const { events, tasks } = await record(page, run)
  const interactions = events.filter(({ name, args }) => name === 'EventTiming' && args.data?.interactionId)
  if (interactions.length === 0) throw new Error('The trace has no interaction')
  const workOf = ({ ts, args }: TraceEvent): number => {
    const end = ts + (args.data?.duration ?? 0) * 1_000
    return sumCpuMs(tasks.filter((task) => task.ts + (task.dur ?? 0) > ts && task.ts < end))
  }
  return scale(page, Math.max(...interactions.map(workOf)))
}
