// Finds the tests that a change can have broken, for `npm test -- --changed`.
import { spawnSync } from 'node:child_process'
import { chooseTests } from './choose-tests.mjs'
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

/** Chooses the tests and pages that the change since `base` can have broken (choose-tests.mjs). */
export const chooseRelatedTests = (base = findBase()) => chooseTests(listChangedFiles(base), readDependents())
