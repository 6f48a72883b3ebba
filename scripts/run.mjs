import { spawn } from 'node:child_process'
import { buildEnvironment, projectRoot } from './paths.mjs'

/**
 * Installs a system package, for tests against real services. Works only as root on a system with apt; otherwise it
 * does nothing, and callers must handle a missing package.
 */
export const installSystemPackage = async (name) => {
  if (process.getuid?.() !== 0) return
  const quiet = { stdio: ['ignore', 2, 2] }
  await runProgram('apt-get', ['update', '-qq'], quiet)
  await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
}

/** Runs a program with this process's standard streams; resolves with its exit code. */
export const runProgram = (program, args, { env = {}, stdio = 'inherit' } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: projectRoot, stdio, env: buildEnvironment(env) })
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })

/**
 * Runs the npm that started this script, or the one on the path. Redirects stdout to stderr because stdout is
 * reserved for the line that reports that the server is ready.
 */
export const runNpm = (args) => {
  const npm = process.env.npm_execpath
  const stdio = ['inherit', 2, 2]
  return npm?.endsWith('npm-cli.js')
    ? runProgram(process.execPath, [npm, ...args], { stdio })
    : runProgram('npm', args, { stdio })
}
