import type { Config } from '../config.ts'
import { setTracer } from './tracing.ts'

/** Begins to trace if a collector is configured. Returns what sends the last spans when the process ends. */
export const startTracing = async ({ tracing }: Pick<Config, 'tracing'>): Promise<() => Promise<void>> => {
  if (!tracing) return async () => {}
  const { openTracer } = await import('./open-telemetry.ts')
  const { tracer, close } = openTracer(tracing)
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await close()
  }
}
