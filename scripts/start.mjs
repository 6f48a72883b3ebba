// Starts the site: installs missing packages, rebuilds stale pages, then runs the server with the project's
// Node. With `--dev` the server compiles pages on the fly and restarts when its own sources change.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { installDependencies } from './install.mjs'
import { buildEnvironment, nodePath, projectRoot, siteArguments } from './paths.mjs'

const isDevelopment = process.argv.includes('--dev')

const prepare = async () => (await installDependencies()) || (isDevelopment ? 0 : await buildIfStale())

const serve = () =>
  new Promise((resolve) => {
    const child = spawn(
      nodePath,
      isDevelopment ? ['--watch', '--watch-preserve-output', ...siteArguments] : siteArguments,
      {
        cwd: projectRoot,
        // Nothing is sent over the IPC channel; if this process is killed, the channel closes and the server detects it.
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env: buildEnvironment({ NODE_ENV: isDevelopment ? 'development' : 'production' }),
      },
    )
    const forward = (signal) => child.kill(signal)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, forward)
    stopWithNpm(() => forward('SIGTERM'))
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 1)))
  })

/**
 * Calls `stop` when npm exits. If npm is killed, nothing else would stop this process, and the next start
 * would find the port in use.
 */
const stopWithNpm = (stop) => {
  if (!process.env.npm_lifecycle_event) return
  const npm = findNpm()
  const timer = setInterval(() => {
    if (findNpm() === npm) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
}

/**
 * Returns npm's process id: the parent of this process or, if there is a shell in between, the parent of the shell. The
 * result changes when npm exits.
 */
const findNpm = () => {
  if (process.platform !== 'linux') return process.ppid
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8'))
    return /^(ba|da|a|k|z)?sh$|^busybox$/.test(name) ? Number(rest.split(' ')[1]) : process.ppid
  } catch {
    return process.ppid
  }
}

process.exit((await prepare()) || (await serve()))
