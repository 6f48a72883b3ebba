// Runs every check of the code, two at a time, and prints what each has to say only when it fails.
import { spawn } from 'node:child_process'
import { environment, inRoot, node, root } from './paths.mjs'

const bin = (name) => inRoot('node_modules', name)

const checks = [
  ['compiler', bin('typescript7/bin/tsc'), '--noEmit'],
  ['formatter and linter', bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  [
    'imports',
    bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    'src',
    'database',
    'tests',
    'scripts',
    'bench',
  ],
  ['unused code', bin('knip/bin/knip.js')],
]

const check = ([name, program, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(node, [program, ...args], { cwd: root, env: environment({ FORCE_COLOR: '0' }) })
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (said += chunk))
    child.once('close', (code) => {
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
      if (code !== 0) console.log(said.trimEnd())
      resolve(code === 0)
    })
  })

const waiting = [...checks]
const results = []
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await check(next))
}
await Promise.all([work(), work()])
process.exit(results.every(Boolean) ? 0 : 1)
