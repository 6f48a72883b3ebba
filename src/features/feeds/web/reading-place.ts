import type { Heights, Range } from '#features/feeds/web/card-window.ts'

/** The scroll state of a feed, saved for each entry of the browser's history. */
export type ReadingPlace = {
  y: number
  /** The window width at which the heights were measured. */
  width: number
  range: Range | null
  heights: Heights
  /** The cursor of each loaded page. */
  anchors: string[]
  /** The card that had the focus when the user left the feed, and whether its focus ring was visible. */
  left?: { id: number; hadRing: boolean } | undefined
}

const KEY = 'reading-places'
const MAX_STATES = 20

const states = new Map<string, ReadingPlace>(loadAll())

type Stored = Omit<ReadingPlace, 'heights'> & { heights: [id: number, height: number][] }

function loadAll(): [string, ReadingPlace][] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Stored][]
    return stored.map(([key, state]) => [key, { ...state, heights: new Map(state.heights) }])
  } catch {
    return []
  }
}

export const placeOf = (historyKey: string | undefined): ReadingPlace | null =>
  (historyKey !== undefined && states.get(historyKey)) || null

/** Saves the state and evicts the oldest one beyond the limit. */
export const keepPlace = (historyKey: string | undefined, state: ReadingPlace): void => {
  if (historyKey === undefined) return
  states.delete(historyKey)
  states.set(historyKey, state)
  const [oldest] = states.keys()
  if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest)
}

/** Called when the user leaves the feed. Saves the focused card, if any. */
export const keepCard = (historyKey: string | undefined): void => {
  const state = placeOf(historyKey)
  const focused = document.activeElement
  const id = focused?.closest<HTMLElement>('[data-card]')?.dataset.card
  if (state) {
    state.left = focused && id ? { id: Number(id), hadRing: focused.matches(':focus-visible') } : undefined
  }
}

/**
 * Called when the feed or the document is unloaded, so that a reload and Back from another site restore the
 * position.
 */
export const storePlaces = (): void => {
  try {
    const stored = [...states].map(([key, state]) => [key, { ...state, heights: [...state.heights] }])
    sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Without session storage the states last as long as the document.
  }
}
