import { afterEach, expect, test, vi } from 'vitest'
import { parseLocation } from './page-location.ts'
import {
  getScrollOffset,
  loadScrollOffsets,
  persistScrollOffsets,
  saveScrollOffset,
} from './scroll-offsets.ts'
import { restoreScroll } from './use-rendered-route.ts'

afterEach(() => void vi.unstubAllGlobals())

const standAt = (y: number, key: string) => {
  vi.stubGlobal('scrollY', y)
  saveScrollOffset(key)
}

test('stores an offset for each history entry, and evicts the oldest beyond fifty', () => {
  for (let entry = 0; entry <= 50; entry += 1) standAt(entry * 10, `entry-${entry}`)
  expect(getScrollOffset('entry-0')).toBeUndefined()
  expect(getScrollOffset('entry-1')).toBe(10)
  expect(getScrollOffset('entry-50')).toBe(500)
  expect(getScrollOffset(undefined)).toBeUndefined()
})

test('offsets outlive the document, and invalid or missing storage does no harm', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  standAt(120, 'kept')
  persistScrollOffsets()
  standAt(0, 'kept')
  loadScrollOffsets()
  expect(getScrollOffset('kept')).toBe(120)
  for (const key of stored.keys()) stored.set(key, '{')
  loadScrollOffsets()
  vi.stubGlobal('sessionStorage', undefined)
  persistScrollOffsets()
  loadScrollOffsets()
})

test('scrolls a new page to the top or its hash, restores the offset on Back, and stays put for a filter', () => {
  const moves: (string | number)[] = []
  vi.stubGlobal('scrollTo', (_: number, y: number) => moves.push(y))
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'none' ? null : { scrollIntoView: () => moves.push(id) }),
  })
  standAt(340, 'seen')
  restoreScroll(parseLocation('/a'), 'top')
  restoreScroll(parseLocation('/a#comment-%312'), 'top')
  restoreScroll(parseLocation('/a#%'), 'top')
  restoreScroll(parseLocation('/a#none'), 'top')
  restoreScroll(parseLocation('/a', 'seen'), 'back')
  restoreScroll(parseLocation('/a#comments', 'seen'), 'back')
  restoreScroll(parseLocation('/a', 'unknown'), 'back')
  restoreScroll(parseLocation('/a', 'seen'), 'keep')
  expect(moves).toEqual([0, 'comment-12', '%', 340, 340, 0])
})
