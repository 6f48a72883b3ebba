import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { defineQueryKey } from '../query-key.ts'
import { ensureFirstPage, pagedQuery, refetchPages } from './paged-query.ts'

type Page = { id: number }[]
const PAGE = 3
const listKey = defineQueryKey('list')

/** Creates a list of posts in descending order of id, starting at `newest`. */
const listFrom = (newest: number) => {
  const fetchPage = (after: string) => async (): Promise<Page> => {
    const from = after === '' ? newest : Number(after.split('_').at(-1)) - 1
    return Array.from({ length: PAGE }, (_, at) => ({ id: from - at }))
  }
  return pagedQuery<Page>(listKey(), fetchPage, (page) => `0_0_${page.at(-1)?.id}`)
}

const reloaded = async (newest: number) => {
  const client = new QueryClient()
  const query = listFrom(newest)
  await client.fetchInfiniteQuery(query)
  // The cursors are from the time when 20 was the newest post: 20 19 18 | 17 16 15 | 14 13 12.
  await refetchPages(client, query, ['', '0_0_18', '0_0_15'], (page) => page)
  return client.getQueryData(query.queryKey)?.pages.map((page) => page.map(({ id }) => id))
}

test('refetches the pages lost by a reload', async () => {
  expect(await reloaded(20)).toEqual([
    [20, 19, 18],
    [17, 16, 15],
    [14, 13, 12],
  ])
})

test('skips no post if others were published in the meantime', async () => {
  expect((await reloaded(25))?.flat()).toEqual(
    expect.arrayContaining([25, 24, 23, 22, 21, 20, 19, 18, 17, 12]),
  )
  expect(new Set((await reloaded(22))?.flat()).size).toBe(11)
})

test('does not fetch a list again while a prefetch is in flight', async () => {
  const client = new QueryClient()
  let fetches = 0
  const query = pagedQuery<Page>(
    listKey('ahead'),
    () => async () => {
      fetches += 1
      return [{ id: 1 }]
    },
    () => undefined,
  )
  await Promise.all([ensureFirstPage(client, query, true), ensureFirstPage(client, query, false)])
  expect(fetches).toBe(1)
})
