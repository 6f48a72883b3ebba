import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/project-root.ts'
import { settingsSchema } from '#server/settings.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
const isRepository = (() => {
  try {
    return git('rev-parse', '--is-inside-work-tree').trim() === 'true'
  } catch {
    return false
  }
})()
const files = isRepository ? git('ls-files', '--cached', '--others', '--exclude-standard').split('\n') : []

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
/** The quoted references of a document, without blocks of code. */
const referencesIn = (file: string): string[] =>
  [
    ...read(file)
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text]) => text ?? '')

const FILE = /^[\w./-]+\.(ts|tsx|mjs|json|sql|yaml|sh)$/
const isKnown = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
/** Names that look like files of the project but are created elsewhere. */
const NO_FILES = [
  'DATA_DIR/postgres.json',
  '/api/openapi.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/skills/index.json',
  'database/migrations/NNNN-post-audience.sql',
]

it
  .runIf(isRepository)
  .each([
    'docs/security/asvs.md',
    'docs/operating.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'README.md',
    ...files.filter((file) => file.startsWith('docs/spec/')),
  ])('%s names only files that exist', (document) => {
  const names = referencesIn(document).filter((text) => FILE.test(text) && !NO_FILES.includes(text))
  expect(names.filter((name) => !isKnown(name))).toEqual([])
})

it.runIf(isRepository)('the overview of ASVS names only settings, folders and tests that exist', () => {
  const references = referencesIn('docs/security/asvs.md')
  const settings = references.filter((text) => /^[A-Z][A-Z\d]*(_[A-Z\d]+)+$/.test(text))
  expect(settings.length).toBeGreaterThan(5)
  expect(settings.filter((name) => !(name in settingsSchema.shape))).toEqual([])
  const folders = references.filter((text) => /^(\w[\w-]*\/)+[\w-]+$/.test(text))
  expect(folders.filter((folder) => !files.some((file) => `/${file}`.includes(`/${folder}/`)))).toEqual([])
  // Each requirement that names code names it with the file's extension, so that the test above finds it.
  const requirements = read('docs/security/asvs.md').split(/^- /m).slice(1)
  const named = requirements.filter((text) => /Tests:/.test(text))
  expect(named.length).toBeGreaterThan(30)
  expect(
    named.filter((text) => !/Tests:[^`]*(`[\w./-]+\.(test|spec)\.tsx?`|browser tests)/.test(text)),
  ).toEqual([])
})
