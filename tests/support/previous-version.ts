import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/project-root.ts'

const git = (...args: string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
  return status === 0 && stdout.trim() ? stdout.trim() : null
}

/** Finds the last commit before the newest migration reached this branch. */
const beforeNewestMigration = (): string | null => {
  const log = ['log', '--first-parent', '-m', '-1', '--format=%H', '--diff-filter=A']
  const commit = git(...log, '--', 'database/migrations')
  return commit && git('rev-parse', '--verify', '--quiet', `${commit}^1`)
}

/** Finds the last released version that has fewer migrations than this one. */
const lastRelease = (before: string): string | null =>
  git('describe', '--tags', '--abbrev=0', '--match', 'v*', before)

/**
 * The commit to upgrade from: `UPGRADE_FROM`, or the last release with fewer migrations, or, before the first release, the
 * last commit with fewer migrations; null without a Git history.
 */
const findPreviousCommit = (): string | null => {
  const commit = beforeNewestMigration()
  return commit && (lastRelease(commit) ?? commit)
}

export const previousCommit = process.env.UPGRADE_FROM ?? findPreviousCommit()

const OWN_PACKAGES = '@prompt-collection'

/**
 * Extracts the previous version to `folder` and returns the path of its server. The server uses this version's
 * dependencies and built pages, so only its own code and its API are those of the previous version.
 */
export const extractPreviousVersion = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', previousCommit ?? ''], {
    cwd: projectRoot,
    maxBuffer: 500_000_000,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(path.join(projectRoot, 'dist'), path.join(folder, 'dist'))
  const installed = path.join(projectRoot, 'node_modules')
  const linked = path.join(folder, 'node_modules')
  mkdirSync(path.join(linked, OWN_PACKAGES), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== OWN_PACKAGES) symlinkSync(path.join(installed, name), path.join(linked, name))
  for (const name of readdirSync(path.join(folder, 'packages')))
    symlinkSync(path.join(folder, 'packages', name), path.join(linked, OWN_PACKAGES, name))
  return path.join(folder, 'src/app/server/main.ts')
}
