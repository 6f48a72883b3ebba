import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { settingsSchema } from '#server/settings.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const kubernetes = read('deploy/kubernetes.yaml')

/**
 * Environment variables of PostgreSQL's own image and of the Caddy configuration; they are not settings of the site.
 */
const FOREIGN = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'SITE_DOMAIN']

it.each([
  ['compose.yaml', compose],
  ['deploy/kubernetes.yaml', kubernetes],
])('%s sets only settings that exist', (_, text) => {
  const assigned = [
    ...text.matchAll(/^ +([A-Z][A-Z\d_]+):/gm),
    ...text.matchAll(/from-literal=([A-Z\d_]+)=/g),
  ]
  const names = assigned.map(([, name]) => name ?? '')
  expect(names).toContain('DATABASE_URL')
  const known = [...Object.keys(settingsSchema.shape), ...FOREIGN]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

it('the image starts, probes and listens as the examples expect', () => {
  for (const text of [dockerfile, kubernetes]) expect(text).toContain('/readyz')
  expect(dockerfile).toContain('EXPOSE 3000')
  expect(kubernetes).toContain('containerPort: 3000')
  expect(compose).toContain(':3000')
  expect(dockerfile).toContain('--uid 10001')
  expect(kubernetes).toContain('runAsUser: 10001')
  expect(compose).toContain('read_only: true')
})

it('the image is installed with the modules that the installer imports', () => {
  const copied = /COPY (scripts\/.*) scripts\//.exec(dockerfile)?.[1]?.split(' ') ?? []
  for (const file of copied) {
    const imports = [...read(file).matchAll(/from '\.\/([\w-]+\.mjs)'/g)].map(([, name]) => `scripts/${name}`)
    expect(copied).toEqual(expect.arrayContaining(imports))
  }
  expect(copied).toContain('scripts/install.mjs')
})

it('the image gets every folder that the site reads, and neither secrets nor data', () => {
  const ignored = read('.dockerignore').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'data', 'node_modules']))
  for (const folder of ['src', 'database', 'packages', 'scripts']) {
    expect(existsSync(path.join(projectRoot, folder))).toBe(true)
    expect(ignored).not.toContain(folder)
  }
})
