// Starts the site: installs what is missing, builds what is stale, then runs the server under the project's Node.
// `--dev`: the server itself compiles the pages as they change, and starts anew when its own sources do.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { install } from './install.mjs'
import { environment, node, root, site } from './paths.mjs'

const isDevelopment = process.argv.includes('--dev')

const prepare = async () => (await install()) || (isDevelopment ? 0 : await buildIfStale())

const serve = () =>
  new Promise((resolve) => {
    const child = spawn(node, isDevelopment ? ['--watch', '--watch-preserve-output', ...site] : site, {
      cwd: root,
      // The channel says nothing; that it closes tells the server that this process was killed.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: environment({ NODE_ENV: isDevelopment ? 'development' : 'production' }),
    })
    const pass = (signal) => child.kill(signal)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, pass)
    stopWithNpm(() => pass('SIGTERM'))
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 1)))
  })

/** Under npm nobody else could stop us once npm was killed: the next start would find its port taken. */
const stopWithNpm = (stop) => {
  if (!process.env.npm_lifecycle_event) return
  const npm = findNpm()
  const watch = setInterval(() => {
    if (findNpm() === npm) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}

/** npm is our parent, or that of the shell it runs scripts in; an orphan's parent is another. */
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
