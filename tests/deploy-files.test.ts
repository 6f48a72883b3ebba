import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { settingsSchema } from '#server/settings.ts'
import { siteVersion } from '#server/version.ts'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const kubernetes = read('deploy/kubernetes.yaml')

/**
 * Environment variables of PostgreSQL's own image and of the Caddy configuration; they are not settings of the site.
 */
const FOREIGN = ['POSTGRES_PASSWORD', 'SITE_DOMAIN']

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
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '.git', 'data', 'node_modules']))
  for (const folder of ['src', 'database', 'packages', 'scripts']) {
    expect(existsSync(path.join(projectRoot, folder))).toBe(true)
    expect(ignored).not.toContain(folder)
  }
})

/** Returns the text of each service of compose.yaml, by name. */
const services = Object.fromEntries(
  (compose.split(/^volumes:/m)[0] ?? '')
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf(':')), text]),
)

it.each(['site', 'database', 'proxy'])('the container %s has no more rights than it needs', (name) => {
  for (const setting of [
    'read_only: true',
    'cap_drop: [ALL]',
    'security_opt: [no-new-privileges:true]',
    'mem_limit:',
    'pids_limit:',
  ])
    expect(services[name]).toContain(setting)
})

it("the site's database role is no superuser, and trusts the proxy's addresses", () => {
  expect(services.database).not.toContain('POSTGRES_USER')
  expect(services.database).toContain('create-site-role.sh:/docker-entrypoint-initdb.d/')
  const script = read('deploy/create-site-role.sh')
  expect(script).toContain('create role site login nosuperuser')
  expect(script).toContain('alter role postgres password null')
  expect(services.site).toContain('TRUST_PROXY: ${TRUST_PROXY:-1}')
})

it('images are named by exact version, those of others also by their contents', () => {
  const images = [...`${compose}${kubernetes}`.matchAll(/^ +image: (\S+)/gm)].map(([, name]) => name ?? '')
  images.push(...[...dockerfile.matchAll(/^ARG \w+_IMAGE=(\S+)/gm)].map(([, name]) => name ?? ''))
  const foreign = images.filter((name) => name !== 'prompt-collection')
  expect(foreign).toHaveLength(5)
  const [own = '', ...others] = foreign.toSorted((a, b) => Number(a.includes('@')) - Number(b.includes('@')))
  expect(own).toBe(`prompt-collection:${siteVersion}`)
  for (const name of others) expect(name).toMatch(/:\d+\.\d+(\.\d+)?(-[\w-]+)?@sha256:[0-9a-f]{64}$/)
})

it('the Kubernetes example limits network, CPU, memory and disk', () => {
  expect(kubernetes).toContain('kind: NetworkPolicy')
  expect(kubernetes).toMatch(/policyTypes: \[Ingress, Egress\]/)
  expect(kubernetes).toMatch(/limits: \{ cpu: "2", memory: 1Gi, ephemeral-storage: 6Gi \}/)
  expect(kubernetes).not.toMatch(/emptyDir: \{\}/)
  const settingOf = (name: string) => Number(new RegExp(`${name}: "(\\d+)"`).exec(kubernetes)?.[1])
  const volumeGb = Number(/sizeLimit: (\d+)Gi/.exec(kubernetes)?.[1]) * 1.07
  expect((settingOf('MADE_MB') + settingOf('FETCHED_MB')) / 1_000).toBeLessThan(volumeGb)
})
