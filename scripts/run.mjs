import { spawn } from 'node:child_process'
import { environment, root } from './paths.mjs'

/** Runs a program to its end with our input and output; answers its exit code. */
export const run = (program, args, { env = {}, stdio = 'inherit' } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio, env: environment(env) })
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })

/** The same npm that runs this script, or the one on the path. stdout is for the one line that says where the site is. */
export const runNpm = (args) => {
  const npm = process.env.npm_execpath
  const stdio = ['inherit', 2, 2]
  return npm?.endsWith('npm-cli.js')
    ? run(process.execPath, [npm, ...args], { stdio })
    : run('npm', args, { stdio })
}
