import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#web/query-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import { consumePageState, renderPageState } from './page-state.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const postKey = defineQueryKey('post')

const state: Parameters<typeof renderPageState>[0] = {
  site: { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  assets: { scripts: [], styles: [], preloads: [] },
  outcome: { kind: 'loaded' },
}

const writtenAt = (time: number, title: string): string => {
  vi.useFakeTimers({ now: time, toFake: ['Date'] })
  const client = createQueryClient()
  client.setQueryData(postKey(7), { title, createdAt: new Date(0) })
  return renderPageState(state, client)
}

it('serializes equal state to identical bytes at any time', () => {
  expect(writtenAt(1_000_000, 'A title')).toBe(writtenAt(9_000_000, 'A title'))
  expect(writtenAt(1_000_000, 'A title')).not.toBe(writtenAt(1_000_000, 'Another'))
})

it('carries dates and sets the timestamp of the queries to their time of arrival', () => {
  const text = writtenAt(1_000_000, '</script>').replace(/^<script[^>]*>|<\/script>$/g, '')
  expect(text).not.toContain('</')
  vi.stubGlobal('document', { getElementById: () => ({ textContent: text, remove: vi.fn() }) })
  vi.setSystemTime(9_000_000)
  const client = createQueryClient()
  consumePageState(client)
  expect(client.getQueryData(postKey(7))).toEqual({ title: '</script>', createdAt: new Date(0) })
  expect(client.getQueryState(postKey(7))?.dataUpdatedAt).toBe(9_000_000)
})
