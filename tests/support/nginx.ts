import { onTestFinished } from 'vitest'
import { runNginx } from './run-nginx.ts'

export { nginxPath, readRecommendedLocation } from './run-nginx.ts'

/** Starts nginx in front of servers on other ports (`runNginx`). It is stopped after the test. */
export const startNginx = async (...options: Parameters<typeof runNginx>): Promise<void> => {
  const { stop } = await runNginx(...options)
  onTestFinished(stop)
}
