import { afterEach, expect, test, vi } from 'vitest'
import { arrive } from './arrive.ts'
import { locationOf } from './page-location.ts'
import { keepScrollPlace, readScrollPlaces, scrollPlaceOf, storeScrollPlaces } from './scroll-places.ts'

afterEach(() => void vi.unstubAllGlobals())

const standAt = (y: number, key: string) => {
  vi.stubGlobal('scrollY', y)
  keepScrollPlace(key)
}

test('each entry of the history has its place; the oldest of more than fifty are forgotten', () => {
  for (let entry = 0; entry <= 50; entry += 1) standAt(entry * 10, `entry-${entry}`)
  expect(scrollPlaceOf('entry-0')).toBeUndefined()
  expect(scrollPlaceOf('entry-1')).toBe(10)
  expect(scrollPlaceOf('entry-50')).toBe(500)
  expect(scrollPlaceOf(undefined)).toBeUndefined()
})

test('places outlive the document, and junk or a lack of storage does no harm', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  standAt(120, 'kept')
  storeScrollPlaces()
  standAt(0, 'kept')
  readScrollPlaces()
  expect(scrollPlaceOf('kept')).toBe(120)
  for (const key of kept.keys()) kept.set(key, '{')
  readScrollPlaces()
  vi.stubGlobal('sessionStorage', undefined)
  storeScrollPlaces()
  readScrollPlaces()
})

test('a new page begins at the top or at its hash, Back where it was, and a filter leaves all in place', () => {
  const moves: (string | number)[] = []
  vi.stubGlobal('scrollTo', (_: number, y: number) => moves.push(y))
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'none' ? null : { scrollIntoView: () => moves.push(id) }),
  })
  standAt(340, 'seen')
  arrive(locationOf('/a'), 'top')
  arrive(locationOf('/a#comment-%312'), 'top')
  arrive(locationOf('/a#%'), 'top')
  arrive(locationOf('/a#none'), 'top')
  arrive(locationOf('/a', 'seen'), 'back')
  arrive(locationOf('/a#comments', 'seen'), 'back')
  arrive(locationOf('/a', 'unknown'), 'back')
  arrive(locationOf('/a', 'seen'), 'keep')
  expect(moves).toEqual([0, 'comment-12', '%', 340, 340, 0])
})
