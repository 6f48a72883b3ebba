import type { Heights, Range } from '#features/feeds/web/card-window.ts'

/** Where a visitor was in a feed, kept for each entry of the browser's history. */
export type ReadingPlace = {
  y: number
  /** The window's width that the heights hold for. */
  width: number
  range: Range | null
  heights: Heights
  /** How each loaded page began. */
  anchors: string[]
  /** The card that had the focus when its feed was left, and whether that could be seen. */
  left?: { id: number; hadRing: boolean } | undefined
}

const KEY = 'reading-places'
const MOST = 20

const places = new Map<string, ReadingPlace>(readAll())

type Stored = Omit<ReadingPlace, 'heights'> & { heights: [id: number, height: number][] }

function readAll(): [string, ReadingPlace][] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Stored][]
    return stored.map(([key, place]) => [key, { ...place, heights: new Map(place.heights) }])
  } catch {
    return []
  }
}

export const placeOf = (historyKey: string | undefined): ReadingPlace | null =>
  (historyKey !== undefined && places.get(historyKey)) || null

/** Remembers; the oldest entries are forgotten. */
export const keepPlace = (historyKey: string | undefined, place: ReadingPlace): void => {
  if (historyKey === undefined) return
  places.delete(historyKey)
  places.set(historyKey, place)
  const [oldest] = places.keys()
  if (places.size > MOST && oldest !== undefined) places.delete(oldest)
}

/** As the feed is left: by which card, if by one. */
export const keepCard = (historyKey: string | undefined): void => {
  const place = placeOf(historyKey)
  const focused = document.activeElement
  const id = focused?.closest<HTMLElement>('[data-card]')?.dataset.card
  if (place) {
    place.left = focused && id ? { id: Number(id), hadRing: focused.matches(':focus-visible') } : undefined
  }
}

/**
 * As a feed or its document goes: a reload, there or on the next page, and Back from another site find the
 * place again.
 */
export const storePlaces = (): void => {
  try {
    const stored = [...places].map(([key, place]) => [key, { ...place, heights: [...place.heights] }])
    sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Without storage the places last as long as the page.
  }
}
