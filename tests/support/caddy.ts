import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { waitUntil } from './wait-until.ts'

const program = 'caddy'

/** Whether Caddy is installed. */
export const hasCaddy = spawnSync(program, ['version']).status === 0

/** Starts Caddy with `deploy/Caddyfile` in front of the site on another port. It is stopped after the test. */
export const startCaddy = async (port: number, backend: number, folder: string): Promise<void> => {
  const recommended = readFileSync(path.join(projectRoot, 'deploy/Caddyfile'), 'utf8')
  mkdirSync(folder, { recursive: true })
  const settings = path.join(folder, 'Caddyfile')
  writeFileSync(settings, `{\n\tadmin off\n}\n${recommended.replace('site:3000', `127.0.0.1:${backend}`)}`)
  const child = spawn(program, ['run', '--config', settings, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_DOMAIN: `http://localhost:${port}`,
    },
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await waitUntil(() =>
    fetch(`http://localhost:${port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
}
