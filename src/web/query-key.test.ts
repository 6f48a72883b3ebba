import { globSync, readFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { defineQueryKey } from './query-key.ts'

type Source = { file: string; text: string }

/** Lists violations of the rule that each key is defined exactly once, in the `queries.ts` of its feature. */
const findProblems = (sources: readonly Source[]): string[] => {
  const owners = new Map<string, string>()
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/defineQueryKey\(\s*(?:'([^']*)')?/g)].flatMap(([, name]) => {
      if (name === undefined) return [`${file}: the name must be a literal`]
      const owner = owners.get(name)
      owners.set(name, file)
      if (owner) return [`${file}: ${owner} defines '${name}' already`]
      const isInPlace =
        /^src\/features\/[^/]+\/web\/(?:[^/]+\/)?queries\.ts$|^src\/web\/current-user\.ts$/.test(file)
      return isInPlace ? [] : [`${file}: '${name}' belongs in the queries.ts of its feature`]
    }),
  )
}

it('defines each query key once, in the queries.ts of its feature', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'src/web/query-key.ts'] })
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => text.includes('defineQueryKey('))
  expect(sources.length).toBeGreaterThan(10)
  expect(findProblems(sources)).toEqual([])
})

it('reports a key that is defined twice, elsewhere or without a literal name', () => {
  const ofPosts = { file: 'src/features/posts/web/queries.ts', text: "defineQueryKey('post')" }
  const ofVotes = { file: 'src/features/votes/web/queries.ts', text: "defineQueryKey('post', {})" }
  const ofForm = { file: 'src/features/votes/web/VoteForm.tsx', text: "defineQueryKey('vote')" }
  const computed = { file: 'src/features/feeds/web/queries.ts', text: 'defineQueryKey(`feed-${sort}`)' }
  expect(findProblems([ofPosts, ofVotes, ofForm, computed])).toHaveLength(3)
})

it('keeps keys that are spelled out from compiling', () => {
  const client = new QueryClient()
  const testKey = defineQueryKey('test')
  client.setQueryData(testKey(7), 'data')
  // @ts-expect-error: only `defineQueryKey` creates keys.
  expect(client.getQueryData(['test', 7])).toBe('data')
  // @ts-expect-error: only `defineQueryKey` creates keys.
  void client.invalidateQueries({ queryKey: ['test'] })
})
