// Installs a system package, for tests against real services.
import { run } from './run.mjs'

/**
 * Works only as root on a system with apt; elsewhere it does nothing, and the caller finds the package
 * missing.
 */
export const installSystemPackage = async (name) => {
  if (process.getuid?.() !== 0) return
  const quiet = { stdio: ['ignore', 2, 2] }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
}
