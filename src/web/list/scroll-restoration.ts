import type { CardHeights, CardRange } from './card-window.ts'

/** A feed's scroll state, saved for each entry in the browser history. */
export type ScrollState = {
  y: number
  /** The window width at which the heights were measured. */
  windowWidth: number
  range: CardRange | null
  heights: CardHeights
  /** The cursor of each loaded page. */
  cursors: string[]
  /** The card that had focus when the user left the feed, and whether its focus ring was visible. */
  focusedCard?: { id: number; hadRing: boolean } | undefined
}

const KEY = 'feed-scroll-states'
const MAX_STATES = 20

const states = new Map<string, ScrollState>(loadAll())

type Stored = Omit<ScrollState, 'heights'> & { heights: [id: number, height: number][] }

function loadAll(): [string, ScrollState][] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Stored][]
    return stored.map(([key, state]) => [key, { ...state, heights: new Map(state.heights) }])
  } catch {
    return []
  }
}

export const getScrollState = (historyKey: string | undefined): ScrollState | null =>
  (historyKey !== undefined && states.get(historyKey)) || null

/** Saves the state and evicts the oldest one if there are too many. */
export const saveScrollState = (historyKey: string | undefined, state: ScrollState): void => {
  if (historyKey === undefined) return
  states.delete(historyKey)
  states.set(historyKey, state)
  const [oldest] = states.keys()
  if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest)
}

/** Saves the focused card, if any; called when the user leaves the feed. */
export const saveFocusedCard = (historyKey: string | undefined): void => {
  const state = getScrollState(historyKey)
  const focused = document.activeElement
  const id = focused?.closest<HTMLElement>('[data-card]')?.dataset.card
  if (state) {
    state.focusedCard =
      focused && id ? { id: Number(id), hadRing: focused.matches(':focus-visible') } : undefined
  }
}

/**
 * Saves the states to session storage so that a reload or going back from another site restores the position.
 * Called when the feed or the document unloads.
 */
export const persistScrollStates = (): void => {
  try {
    const stored = [...states].map(([key, state]) => [key, { ...state, heights: [...state.heights] }])
    sessionStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Without session storage, the states last only as long as the document.
  }
}
