import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const depcruise = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

type Report = { summary: { violations: { rule: { name: string }; from: string }[] } }

const cruise = async (cwd: string): Promise<Report['summary']> => {
  const args = [
    depcruise,
    'src',
    'packages',
    '--config',
    path.join(root, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
  ]
  const { stdout } = await run(process.execPath, args, { cwd, maxBuffer: 100_000_000 })
  return (JSON.parse(stdout) as Report).summary
}

/** A small project in which each file breaks exactly one rule. */
const violating: [rule: string, file: string, text: string][] = [
  ['core-alone', 'src/core/a.ts', "import '../server/target.ts'"],
  ['packages-alone', 'packages/a/b.ts', "import '../../src/core/k.ts'"],
  ['server-on-core', 'src/server/b.ts', "import '../features/topics/contract.ts'"],
  ['web-on-core', 'src/web/c.ts', "import '../features/topics/contract-messages.ts'"],
  ['nothing-imports-app', 'src/features/posts/server/d.ts', "import '../../../app/server/target.ts'"],
  ['use-cases-above-features', 'src/features/posts/server/o.ts', "import '../../../use-cases/target.ts'"],
  ['nothing-imports-app', 'src/use-cases/p.ts', "import '../app/server/target.ts'"],
  ['use-cases-without-routes', 'src/use-cases/q.ts', "import '../features/posts/server/routes.ts'"],
  ['server-not-web', 'src/use-cases/r.ts', "import '../features/posts/web/target.ts'"],
  ['web-not-server', 'src/features/posts/web/e.ts', "import '../server/public.ts'"],
  ['server-not-web', 'src/features/posts/server/f.ts', "import '../web/target.ts'"],
  ['contract-is-pure', 'src/features/feeds/contract.ts', "import '../posts/server/public.ts'"],
  ['own-store', 'src/features/feeds/server/g.ts', "import '../../posts/server/store.ts'"],
  ['layer-votes', 'src/features/votes/server/a.ts', "import '../../feeds/server/public.ts'"],
  ['layer-comments', 'src/features/comments/web/b.tsx', "import '../../votes/web/public.ts'"],
  ['layer-posts', 'src/features/posts/contract.ts', "import '../comments/contract.ts'"],
  ['layer-posts', 'src/features/posts/server/c.ts', "import type { x } from '../../comments/contract.ts'"],
  ['feature-in-order', 'src/features/unlisted/server/d.ts', "import '../../posts/server/public.ts'"],
  ['sql-in-stores', 'src/features/posts/server/i.ts', "import 'pg'"],
  ['web-no-schemas', 'src/features/posts/web/l.ts', "import { x } from '../../topics/contract.ts'"],
  ['web-no-schemas', 'src/features/posts/policy.ts', "import { x } from '../topics/contract-admin.ts'"],
  ['web-no-schemas', 'src/web/m.ts', "import { x } from '../core/current-user.ts'"],
  ['values-without-schemas', 'src/core/n.ts', "import * as z from 'zod/mini'"],
  ['values-without-schemas', 'src/features/posts/contract-values.ts', "import './contract-admin.ts'"],
  ['values-without-schemas', 'src/features/posts/contract-fields.ts', "import './contract-admin.ts'"],
  ['no-circles', 'src/core/j.ts', "import './k.ts'"],
]

const conforming: [file: string, text: string][] = [
  ['src/core/k.ts', "import './j.ts'"],
  ['src/server/target.ts', 'export const x = 1'],
  ['src/app/server/target.ts', 'export const x = 1'],
  ['src/core/current-user.ts', "import 'zod/mini'"],
  ['src/features/topics/contract.ts', 'export const x = 1'],
  ['src/features/topics/contract-admin.ts', 'export const x = 1'],
  ['src/features/posts/contract-admin.ts', 'export const x = 1'],
  [
    'src/features/posts/web/typed.ts',
    "import type { x } from '../../topics/contract.ts'\nimport '../../topics/contract-form.ts'\nimport '../../topics/contract-messages.ts'",
  ],
  ['src/features/topics/contract-form.ts', "import 'zod/mini'"],
  ['src/features/topics/contract-messages.ts', 'export const x = 1'],
  ['src/features/posts/server/public.ts', 'export const x = 1'],
  ['src/features/posts/server/store.ts', 'export const x = 1'],
  ['src/features/posts/server/routes.ts', 'export const x = 1'],
  ['src/features/posts/web/target.ts', 'export const x = 1'],
  [
    'src/use-cases/target.ts',
    "import '../features/feeds/server/public.ts'\nimport '../features/posts/server/store.ts'",
  ],
  ['src/features/comments/contract.ts', 'export const x = 1'],
  ['src/features/comments/server/public.ts', "import '../../posts/server/public.ts'"],
  ['src/features/votes/web/public.ts', "import '../../posts/web/target.ts'"],
  [
    'src/app/server/features.ts',
    `export const features = {
  topics: {
    tables: ['topics'],
  },
  posts: { tables: [] },
  comments: { tables: [] },
  votes: { tables: [] },
  feeds: { tables: [] },
}
const other = {
  unlisted: {},
}`,
  ],
  [
    'src/features/feeds/server/public.ts',
    "import '../../posts/server/public.ts'\nimport '../../topics/contract.ts'",
  ],
]

const SQL_FILES = /\/(store|[a-z-]+-query)\.ts$|^src\/server\/database\/|\.test\.ts$/

/** Returns whether a file contains SQL: queries, fragments, typed queries and queries in transactions. */
const containsSql = (text: string) => /\b(sql|tx|transaction)(<[^`]*>)?`/.test(text)

/** What a feature may read and write in its own transactions besides its own tables: the rows of members, whom everything concerns. */
const IN_EVERY_TRANSACTION = /^members\/server\//

/**
 * Returns the server files of other features that a feature's file imports although it opens a transaction. What several
 * features do in one transaction is a use case.
 */
const findSpanningImports = (file: string, text: string): string[] => {
  if (!/\.begin\((?!'[^']*read only')|\bwithLockedMember\(/.test(text)) return []
  const own = file.split('/')[2]
  return [...text.matchAll(/^import (?!type )[^;]*?from '#features\/(([^/]+)\/server\/[^']+)'/gm)].flatMap(
    ([, imported = '', feature]) =>
      feature === own || IN_EVERY_TRANSACTION.test(imported) ? [] : [`${file} imports ${imported}`],
  )
}

// `npm run check` applies those about imports to every module of the project.
describe('the architecture rules', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'project-'))
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it('allow SQL only in stores, query files and the database folder', () => {
    const withSql = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      containsSql(readFileSync(path.join(root, file), 'utf8')),
    )
    expect(withSql).toContain('src/features/posts/server/card-query.ts')
    expect(withSql.filter((file) => !SQL_FILES.test(file))).toEqual([])
  })

  it('leave transactions of several features to the use cases', () => {
    const files = globSync('src/features/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !file.includes('.test.'),
    )
    expect(
      files.flatMap((file) => findSpanningImports(file, readFileSync(path.join(root, file), 'utf8'))),
    ).toEqual([])
  })

  it.each([
    ["import { a } from '#features/posts/server/access-query.ts'\nsql.begin(async (tx) => a(tx))", 1],
    ["import {\n  a,\n} from '#features/posts/server/access-query.ts'\nwithLockedMember(sql, id, a)", 1],
    ["import { a } from '#features/posts/server/access-query.ts'\nsql.begin('read only', a)", 0],
    ["import type { A } from '#features/posts/server/access-query.ts'\nsql.begin(a)", 0],
    ["import { a } from '#features/members/server/members-query.ts'\nsql.begin(a)", 0],
    ["import { a } from '#features/posts/server/access-query.ts'\na(sql)", 0],
  ])('count the features of a transaction in %j', (text, count) => {
    expect(findSpanningImports('src/features/votes/server/a.ts', text)).toHaveLength(count)
  })

  it('report every planted violation and nothing else', async () => {
    for (const [file, text] of [...violating.map(([, ...rest]) => rest), ...conforming]) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      writeFileSync(path.join(project, file), `${text}\nexport const own = 1\n`)
    }
    for (const name of ['node_modules', 'tsconfig.json'])
      symlinkSync(path.join(root, name), path.join(project, name))
    const { violations } = await cruise(project)
    const found = violations.map(({ rule, from }) => `${rule.name} ${from}`).sort()
    const expected = violating.map(([rule, file]) => `${rule} ${file}`).sort()
    expect(found).toEqual(expected)
  })
})
