import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot, isNodeUsable } from './paths.mjs'
import { runNpm } from './run.mjs'

/** Installs what package-lock.json names and node_modules lacks; takes some milliseconds when nothing is missing. */
export const install = async () => {
  if (isInstalled()) return 0
  console.error('Installing packages …')
  // Not `npm ci`: it fails where a registry lacks an optional binary of some other platform.
  const code = await runNpm(['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code === 0 && !isNodeUsable()) {
    console.error(
      `No Node 24 for ${process.platform}-${process.arch}: install optional packages, or run this with Node 24`,
    )
    return 1
  }
  return code
}

/** npm keeps its own record of what it has installed. */
const isInstalled = () => {
  const record = inRoot('node_modules/.package-lock.json')
  if (!isNodeUsable() || !existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === '' || installed[place]?.version === version || (optional && !installed[place]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(await install())
