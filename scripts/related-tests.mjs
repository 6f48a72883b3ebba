// Finds the tests that a change can have broken, for `npm test -- --changed`.
import { spawnSync } from 'node:child_process'
import { fromRoot, nodePath, projectRoot } from './paths.mjs'

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim())
  return stdout.split('\n').filter(Boolean)
}

/** Returns the commit at which this branch left main, or the last commit on main itself. */
const findBase = () => git('merge-base', 'HEAD', 'main')[0]

/** Returns the files that differ from `base`, also those that git does not know yet. */
const listChangedFiles = (base) => [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** Returns for each file the files that import it. */
const readDependents = () => {
  const { stdout } = spawnSync(
    nodePath,
    [
      fromRoot('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--output-type', 'json', 'src', 'packages', 'database', 'tests', 'scripts', 'bench'],
    ],
    { cwd: projectRoot, encoding: 'utf8', maxBuffer: 100_000_000 },
  )
  return new Map(JSON.parse(stdout).modules.map(({ source, dependents }) => [source, dependents]))
}

const isTest = (file) => /\.(test\.tsx?|spec\.ts)$/.test(file)

/** Files that every test depends on although none imports them. */
const CONCERNS_EVERYTHING =
  /^(package(-lock)?\.json|(vite|vitest|playwright)\.config\.ts|tsconfig\.json|database\/migrations\/)/

/** The tests that read the whole source code or call every endpoint. */
const CONCERNED_BY_EVERYTHING = /^tests\/[^/]+\.test\.ts$/

/**
 * Returns the tests of a change, each as a path, or null if it concerns all. These are the tests that import a changed
 * file, directly or not; those of a changed feature, which call its endpoints through the whole site; and those that
 * read all files or call all endpoints. Tests of other features also import the whole site, which composes every
 * feature; that is not followed, or every change would concern every test.
 */
export const listRelatedTests = (base = findBase()) => {
  const changed = listChangedFiles(base)
  if (changed.some((file) => CONCERNS_EVERYTHING.test(file))) return null
  const dependents = readDependents()
  const concerned = new Set(changed)
  for (const file of concerned) {
    const isComposition = file.startsWith('src/app/') && !changed.includes(file)
    if (!isComposition) for (const dependent of dependents.get(file) ?? []) concerned.add(dependent)
  }
  const features = changed.map((file) => /^src\/features\/[^/]+\//.exec(file)?.[0]).filter(Boolean)
  const isConcerned = (file) =>
    concerned.has(file) ||
    CONCERNED_BY_EVERYTHING.test(file) ||
    features.some((feature) => file.startsWith(feature))
  return [...dependents.keys()].filter((file) => isTest(file) && isConcerned(file))
}
