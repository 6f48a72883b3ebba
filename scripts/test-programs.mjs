// The programs that the fault tests run beside the site. Tests whose program cannot be installed are skipped.
import { spawnSync } from 'node:child_process'
import { installSystemPackage } from './run.mjs'

/** By the names of Debian's packages. */
const PROGRAMS = { pgbouncer: 'pgbouncer', 'nginx-light': 'nginx', faketime: 'faketime' }

export const installTestPrograms = async () => {
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const isInstalled = () =>
      [program, `/usr/sbin/${program}`].some((file) => spawnSync(file, ['-v']).status !== null)
    if (!isInstalled()) await installSystemPackage(name)
    console.log(
      isInstalled() ? `${program} is installed` : `${program} is not available; its tests are skipped`,
    )
  }
  return 0
}
