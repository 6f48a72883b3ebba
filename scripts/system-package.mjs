// Installs a package of the system, for tests against real services.
import { run } from './run.mjs'

/** Only as root on a system with apt; elsewhere nothing happens, and whoever needs the package finds it missing. */
export const installSystemPackage = async (name) => {
  if (process.getuid?.() !== 0) return
  const quiet = { stdio: ['ignore', 2, 2] }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
}
