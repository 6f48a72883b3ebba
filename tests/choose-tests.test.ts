import { describe, expect, it } from 'vitest'
import { chooseTests, describeChoice } from '../scripts/choose-tests.mjs'

/** A small site: each file with the files that import it. */
const dependents = new Map<string, string[]>([
  ['src/core/text.ts', ['src/core/text.test.ts', 'src/web/kit/Button.tsx']],
  ['src/core/text.test.ts', []],
  ['src/web/kit/Button.tsx', ['src/features/posts/web/PostForm.tsx', 'src/app/web/pages/post.tsx']],
  [
    'src/features/posts/contract.ts',
    ['src/features/posts/web/PostForm.tsx', 'src/features/votes/web/queries.ts'],
  ],
  [
    'src/features/posts/server/store.ts',
    ['src/features/posts/server/routes.ts', 'src/use-cases/publish-post.ts'],
  ],
  ['src/use-cases/publish-post.ts', ['src/app/server/build-app.ts']],
  ['src/use-cases/publish-post.test.ts', []],
  ['src/use-cases/cast-vote.ts', ['src/app/server/build-app.ts']],
  ['src/use-cases/cast-vote.test.ts', []],
  ['src/features/posts/server/routes.ts', ['src/app/server/build-app.ts']],
  ['src/features/posts/server/posts.test.ts', []],
  ['src/features/posts/web/PostForm.test.tsx', []],
  [
    'src/features/posts/web/PostForm.tsx',
    ['src/app/web/post/PostView.tsx', 'src/app/web/layout/SiteLayout.tsx'],
  ],
  ['src/features/members/server/members-query.ts', ['src/features/votes/server/store.ts']],
  ['src/features/members/contract.ts', ['src/features/votes/web/queries.ts']],
  ['src/features/votes/server/store.ts', ['src/app/server/build-app.ts']],
  [
    'src/features/votes/web/queries.ts',
    ['src/app/web/pages/ranking.tsx', 'src/features/votes/web/queries.test.ts'],
  ],
  ['src/features/votes/web/queries.test.ts', []],
  [
    'src/features/import/server/import.ts',
    ['src/app/server/build-app.ts', 'src/features/import/server/import.test.ts'],
  ],
  ['src/features/import/server/import.test.ts', []],
  ['src/app/server/build-app.ts', ['tests/support/app.ts']],
  [
    'tests/support/app.ts',
    ['src/features/posts/server/posts.test.ts', 'tests/leaks.test.ts', 'tests/html.test.ts'],
  ],
  ['tests/leaks.test.ts', []],
  ['tests/races.test.ts', []],
  ['src/app/web/entry-server.tsx', ['tests/html.test.ts']],
  ['tests/html.test.ts', []],
  ['tests/architecture.test.ts', []],
  ['tests/faults/kills.test.ts', []],
  ['tests/browser/publish.spec.ts', []],
  ['tests/browser/pages.spec.ts', []],
  ['src/app/web/post/PostView.tsx', ['src/app/web/pages/post.tsx', 'src/app/web/pages/private-post.tsx']],
  ['src/app/web/layout/SiteLayout.tsx', ['src/app/web/route-layouts.tsx']],
  ['src/app/web/route-layouts.tsx', []],
  ['src/app/web/pages/about.tsx', []],
  ['src/app/web/pages/post.tsx', []],
  ['src/app/web/pages/private-post.tsx', []],
  ['src/app/web/pages/ranking.tsx', []],
])

const choose = (...changed: string[]) => chooseTests(changed, dependents)
const pagesOf = (...changed: string[]) => choose(...changed).pages.map(({ name }) => name)
const testsOf = (...changed: string[]) => choose(...changed).tests.map(({ name }) => name)
const OF_ALL = ['tests/leaks.test.ts', 'tests/html.test.ts', 'tests/architecture.test.ts']
const ALL = ['about', 'post', 'private-post', 'ranking']

describe('the visits of pages', () => {
  it.each([
    ['a component of a feature', 'src/features/posts/web/PostForm.tsx', ['post', 'private-post']],
    ['the server code of a feature', 'src/features/posts/server/store.ts', ['post', 'private-post']],
    ['a file that is new or deleted', 'src/features/posts/server/deleted.ts', ['post', 'private-post']],
    ['a use case', 'src/use-cases/publish-post.ts', ALL],
    ['a feature that other features show', 'src/features/members/server/members-query.ts', ['ranking']],
    ['a feature that no page shows', 'src/features/import/server/import.ts', ['about']],
    ['what several pages are composed of', 'src/app/web/post/PostView.tsx', ['post', 'private-post']],
    ['a page', 'src/app/web/pages/ranking.tsx', ['ranking']],
    ['what is around all pages', 'src/app/web/layout/SiteLayout.tsx', ALL],
    ['the kit', 'src/web/kit/Button.tsx', ALL],
    ['the core', 'src/core/text.ts', ALL],
    ['a package', 'packages/prompt-rules/src/rules.ts', ALL],
    ['the server', 'src/server/http/cookies.ts', ALL],
    ["a feature's styles", 'src/features/posts/web/posts.css', ALL],
    ['the content of the pages', 'tests/browser/support/page-content.ts', ALL],
    ['a test', 'src/features/posts/server/posts.test.ts', []],
    ['a text about the site', 'docs/operating.md', []],
  ])('follow from a change of %s', (_, file, expected) => {
    expect(pagesOf(file)).toEqual(expected)
  })

  it('are made once if several changed files concern a page', () => {
    expect(pagesOf('src/features/posts/contract.ts', 'src/features/votes/web/queries.ts').sort()).toEqual([
      'post',
      'private-post',
      'ranking',
    ])
  })
})

it.each([
  [true, ['src/features/posts/server/store.ts', 'src/server/http/cookies.ts', 'docs/spec/pages.md']],
  [true, ['src/use-cases/publish-post.ts']],
  [false, ['src/features/posts/server/store.ts', 'src/features/votes/web/queries.ts']],
  [false, ['src/features/posts/contract.ts']],
  [false, ['src/core/text.ts']],
])('opens nothing on the pages: %s, after a change of %j', (expected, files) => {
  expect(choose(...files).areVisitsShort).toBe(expected)
})

describe('the test files', () => {
  it('of a changed feature are those in its folder, those that import it and those of the whole site', () => {
    expect(testsOf('src/features/posts/contract.ts')).toEqual([
      'src/features/posts/server/posts.test.ts',
      'src/features/posts/web/PostForm.test.tsx',
      'src/features/votes/web/queries.test.ts',
      ...OF_ALL,
    ])
  })

  it('of a changed use case are its own and those of the features that it combines', () => {
    expect(testsOf('src/use-cases/publish-post.ts')).toEqual([
      'src/use-cases/publish-post.test.ts',
      'src/features/posts/server/posts.test.ts',
      ...OF_ALL,
    ])
  })

  it('of a change on one side of a feature leave out those of the other side', () => {
    expect(testsOf('src/features/posts/server/store.ts')).toEqual([
      'src/use-cases/publish-post.test.ts',
      'src/features/posts/server/posts.test.ts',
      ...OF_ALL,
    ])
    expect(testsOf('src/features/posts/web/PostForm.tsx')).not.toContain(
      'src/features/posts/server/posts.test.ts',
    )
    expect(testsOf('src/features/posts/web/PostForm.tsx', 'src/features/posts/server/store.ts')).toEqual(
      expect.arrayContaining([
        'src/features/posts/server/posts.test.ts',
        'src/features/posts/web/PostForm.test.tsx',
      ]),
    )
  })

  it('of a change in the browser leave out those that only call endpoints', () => {
    expect(testsOf('src/features/votes/web/queries.ts', 'docs/spec/pages.md')).toEqual([
      'src/features/votes/web/queries.test.ts',
      'tests/html.test.ts',
      'tests/architecture.test.ts',
    ])
    expect(testsOf('src/features/votes/web/queries.ts', 'src/core/text.ts')).toContain('tests/leaks.test.ts')
  })

  it('of a changed module are those that import it, but not through the whole site', () => {
    expect(testsOf('src/core/text.ts')).toEqual(['src/core/text.test.ts', ...OF_ALL])
    expect(testsOf('tests/support/app.ts')).toContain('src/features/posts/server/posts.test.ts')
  })

  it('leave out the races of use cases, which take long, unless they have changed', () => {
    expect(testsOf('src/features/posts/contract.ts')).not.toContain('tests/races.test.ts')
    expect(testsOf('tests/races.test.ts')).toContain('tests/races.test.ts')
  })

  it('include those that have changed themselves', () => {
    expect(testsOf('tests/browser/publish.spec.ts', 'tests/faults/kills.test.ts')).toEqual(
      expect.arrayContaining(['tests/browser/publish.spec.ts', 'tests/faults/kills.test.ts']),
    )
  })
})

it.each(['package.json', 'package-lock.json', 'vite.config.ts', 'database/migrations/0100-a.sql'])(
  'a change of %s concerns every test',
  (file) => {
    const choice = choose('docs/operating.md', file)
    expect(choice.everything).toBe(file)
    expect(describeChoice(choice)).toEqual([`All tests, because ${file} concerns everything`])
  },
)

it('names every chosen test and page with the reason', () => {
  expect(describeChoice(choose('src/features/posts/server/store.ts'))).toEqual([
    'Tests that belong to use cases that import what has changed (1): src/use-cases/publish-post.test.ts',
    'Tests that belong to posts (1): src/features/posts/server/posts.test.ts',
    'Tests that read all files or concern the whole site (3): tests/leaks.test.ts, tests/html.test.ts, tests/architecture.test.ts',
    'Pages that show posts (2): post, private-post',
    'Nothing is opened on these pages, because only code of the server has changed',
  ])
  expect(describeChoice(choose('docs/spec/pages.md'))).toEqual([
    'Tests that read all files or concern the whole site (2): tests/html.test.ts, tests/architecture.test.ts',
    'No page, because no code of the site has changed',
  ])
})
