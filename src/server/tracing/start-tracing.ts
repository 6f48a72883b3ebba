import type { Config } from '../config.ts'
import { setTracer } from './tracing.ts'

/**
 * Starts tracing if a collector is configured. Returns a function that sends the remaining spans when the process
 * exits.
 */
export const startTracing = async ({ tracing }: Pick<Config, 'tracing'>): Promise<() => Promise<void>> => {
  if (!tracing) return async () => {}
  const { createTracer } = await import('./open-telemetry.ts')
  const { tracer, close } = createTracer(tracing)
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await close()
  }
}
