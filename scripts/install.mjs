import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { fromRoot, isNodeUsable } from './paths.mjs'
import { runNpm } from './run.mjs'

/**
 * Installs the packages that package-lock.json lists but node_modules lacks. Takes milliseconds if nothing is
 * missing.
 */
export const installDependencies = async () => {
  if (isInstalled()) return 0
  console.error('Installing packages …')
  // `npm ci` installs exactly what the lockfile lists and never rewrites it. No package needs its install script, and
  // versions of npm that do not know `allowScripts` would run all of them.
  const code = await runNpm([
    'ci',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code === 0 && !isNodeUsable()) {
    console.error(
      `No Node 26 found for ${process.platform}-${process.arch}. Install optional packages, or run this with Node 26.`,
    )
    return 1
  }
  return code
}

/** Returns whether the lockfile matches npm's own record of the installed packages. */
const isInstalled = () => {
  const installedLockfile = fromRoot('node_modules/.package-lock.json')
  if (!isNodeUsable() || !existsSync(installedLockfile)) return false
  const installed = JSON.parse(readFileSync(installedLockfile, 'utf8')).packages
  const required = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages
  return Object.entries(required).every(
    ([packagePath, { version, optional }]) =>
      packagePath === '' ||
      installed[packagePath]?.version === version ||
      (optional && !installed[packagePath]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(await installDependencies())
