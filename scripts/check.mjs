// Runs all static checks, two at a time, and prints the output of the checks that fail.
import { spawn } from 'node:child_process'
import { buildEnvironment, fromRoot, nodePath, projectRoot } from './paths.mjs'

const bin = (name) => fromRoot('node_modules', name)

const checks = [
  ['compiler', bin('typescript7/bin/tsc'), '--noEmit'],
  ['formatter and linter', bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  [
    'imports',
    bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    'src',
    'packages',
    'database',
    'tests',
    'scripts',
    'bench',
  ],
  ['unused code', bin('knip/bin/knip.js')],
  ['names and links', fromRoot('scripts/check-language.ts')],
  ['workflows', fromRoot('scripts/check-workflows.mjs')],
  ['subjects of commits', fromRoot('scripts/check-commits.mjs')],
]

const check = ([name, program, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(nodePath, [program, ...args], {
      cwd: projectRoot,
      env: buildEnvironment({ FORCE_COLOR: '0' }),
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('close', (code) => {
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
      if (code !== 0) console.log(output.trimEnd())
      resolve(code === 0)
    })
  })

const queue = [...checks]
const results = []
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) results.push(await check(next))
}
await Promise.all([work(), work()])
process.exit(results.every(Boolean) ? 0 : 1)
