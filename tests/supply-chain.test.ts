import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '#server/project-root.ts'

type LockedPackage = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  /** True if another package contains this one, whose hash covers both. */
  inBundle?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const readJson = (name: string) => JSON.parse(readFileSync(path.join(projectRoot, name), 'utf8'))
const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages
const installed = Object.entries(locked).filter(
  ([name, { link, inBundle }]) => name.includes('node_modules/') && !link && !inBundle,
)

/** Finds the entry that Node would load for this package, from the innermost `node_modules` outwards. */
const findEntry = (from: string, name: string): LockedPackage | undefined => {
  const parts = from === '' ? [] : from.split('/node_modules/')
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const prefix = parts.slice(0, depth).join('/node_modules/')
    const entry = locked[prefix === '' ? `node_modules/${name}` : `${prefix}/node_modules/${name}`]
    if (entry) return entry
  }
}

it('the lockfile has a hash of every package and names no registry', () => {
  expect(installed.length).toBeGreaterThan(600)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved)).toEqual([])
})

it('the lockfile has an entry of every optional package, for all platforms', () => {
  const missing = Object.entries(locked).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !findEntry(from, name)?.integrity),
  )
  expect(missing).toEqual([])
})

it('every platform runs the same version of Node', () => {
  const { optionalDependencies } = readJson('package.json') as {
    optionalDependencies: Record<string, string>
  }
  const names = Object.keys(optionalDependencies).filter((name) =>
    /^node-(bin-)?(linux|darwin|win)-/.test(name),
  )
  expect(names).toHaveLength(5)
  const versions = names.flatMap((name) => [
    optionalDependencies[name],
    locked[`node_modules/${name}`]?.version,
  ])
  expect(new Set(versions).size).toBe(1)
  expect(readFileSync(path.join(projectRoot, '.nvmrc'), 'utf8').trim()).toBe(versions[0]?.split('.')[0])
})

it('the lockfile has the native packages of Linux, macOS and Windows', () => {
  const families = [
    '@biomejs/cli-',
    '@tailwindcss/oxide-',
    '@oxc-parser/binding-',
    '@rolldown/binding-',
    '@img/sharp-',
  ]
  for (const family of families)
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'])
      expect(installed.some(([name]) => name.startsWith(`node_modules/${family}${platform}`))).toBe(true)
})

it('package.json decides about every install script', () => {
  const withScript = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([name]) => name.slice('node_modules/'.length))
  expect(withScript.toSorted()).toEqual(Object.keys(readJson('package.json').allowScripts).toSorted())
})

it('installing never rewrites the lockfile', () => {
  const installer = readFileSync(path.join(projectRoot, 'scripts/install.mjs'), 'utf8')
  expect(installer).toMatch(/runNpm\(\[\s*'ci',/)
  expect(installer).toContain("'--ignore-scripts'")
  expect(installer).not.toMatch(/'install'/)
})

const npm = (folder: string, ...args: string[]) =>
  spawnSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' })
const isPolicyKnown = npm(projectRoot, 'config', 'get', 'strict-allow-scripts').stdout.trim() === 'true'

it.runIf(isPolicyKnown)('an install script that is not listed fails the installation', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prompts-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const marker = path.join(folder, 'ran')
  const source = path.join(folder, 'package')
  mkdirSync(source)
  const postinstall = `node -e "require('fs').writeFileSync(${JSON.stringify(marker).replaceAll('"', "'")}, '')"`
  writeFileSync(
    path.join(source, 'package.json'),
    JSON.stringify({ name: 'unlisted', version: '1.0.0', scripts: { postinstall } }),
  )
  execFileSync('tar', ['-czf', path.join(folder, 'unlisted.tgz'), '-C', folder, 'package'])
  const project = path.join(folder, 'project')
  mkdirSync(project)
  cpSync(path.join(projectRoot, '.npmrc'), path.join(project, '.npmrc'))
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0' }))
  expect(npm(project, 'install', '../unlisted.tgz').status).not.toBe(0)
  expect(existsSync(marker)).toBe(false)
})
