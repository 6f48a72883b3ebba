import type { Config } from '../config.ts'
import { setTracer } from './tracing.ts'

/**
 * Starts tracing if a collector is configured. Returns a function that sends the remaining spans when the process
 * exits.
 */
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
