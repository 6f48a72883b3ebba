import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { projectRoot } from '#server/project-root.ts'

const programs = ['nginx', '/usr/sbin/nginx']

/** The path of the nginx program; undefined if nginx is not installed. */
export const nginxPath = programs.find((program) => spawnSync(program, ['-v']).status === 0)

/** How nginx passes requests on to the site, whose URL in tests has a port. */
const LOCATION = `    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      client_max_body_size 40m;
    }`

/** Returns the location that docs/operating.md recommends. */
export const readRecommendedLocation = (): string => {
  const text = readFileSync(path.join(projectRoot, 'docs/operating.md'), 'utf8')
  const [, location = ''] = /```nginx\n(location .*?)```/s.exec(text) ?? []
  return location.replace('http://127.0.0.1:3000', 'http://site')
}

/**
 * Starts nginx on a loopback port in front of servers on other ports, without sticky sessions. nginx is configured to try every server for each request: by default, it would skip a server for a while
 * after a failure, and respond with 502 immediately while it skips all of them.
 */
export const runNginx = async (
  port: number,
  backends: readonly number[],
  folder: string,
  location = LOCATION,
): Promise<{ pid: number; stop(): Promise<void> }> => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  const settings = path.join(folder, 'nginx.conf')
  writeFileSync(
    settings,
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
${temporary}
  upstream site {
${backends.map((backend) => `    server 127.0.0.1:${backend} max_fails=0;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
${location}
  }
}
`,
  )
  const child = spawn(nginxPath ?? 'nginx', ['-c', settings, '-p', folder], { stdio: 'ignore' })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error('nginx ended')
    const isUp = await fetch(`http://127.0.0.1:${port}/livez`).then(
      () => true,
      () => false,
    )
    if (isUp) return { pid: child.pid ?? 0, stop }
    await delay(50)
  }
  await stop()
  throw new Error('nginx does not answer')
}
