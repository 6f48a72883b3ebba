import { type RefObject, useMemo } from 'react'
import { texts } from '#features/feeds/web/texts.ts'
import { useShortcuts } from '#web/shortcuts.ts'

/** `j`, `k` and what may be done to the card they lead to. */
export const useFeedKeys = (list: RefObject<HTMLElement | null>): void => {
  const keys = useMemo(() => {
    // On a link or a button inside a card, Enter presses that.
    const isOnCard = ({ target }: KeyboardEvent) => cardsIn(list.current).some((card) => card === target)
    const act = (name: string) => () => actOn(list.current, name)
    return [
      { key: 'j', label: texts.nextCard, run: () => move(list.current, 1) },
      { key: 'k', label: texts.previousCard, run: () => move(list.current, -1) },
      { key: 'o', label: texts.openCard, run: act('open') },
      { key: 'Enter', label: texts.openCard, canRun: isOnCard, run: act('open') },
      { key: 'c', label: texts.cardComments, run: act('comments') },
      { key: 'u', label: texts.upvoteCard, run: act('upvote') },
      { key: 'd', label: texts.downvoteCard, run: act('downvote') },
      { key: 'b', label: texts.bookmarkCard, run: act('bookmark') },
    ]
  }, [list])
  useShortcuts(keys)
}

const HEADER = 72

const cardsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-card] > article[aria-posinset]') ?? []),
]

/** The card that has the focus, or the first one that can be seen. */
const current = (cards: HTMLElement[]): { at: number; isFocused: boolean } => {
  const focused = cards.findIndex((card) => card.contains(document.activeElement))
  if (focused >= 0) return { at: focused, isFocused: true }
  return { at: cards.findIndex((card) => card.getBoundingClientRect().bottom > HEADER), isFocused: false }
}

const move = (list: HTMLElement | null, step: 1 | -1): void => {
  const cards = cardsIn(list)
  const { at, isFocused } = current(cards)
  const next = cards[isFocused ? at + step : at]
  if (!next) return
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'start' })
}

const actOn = (list: HTMLElement | null, name: string): void => {
  const cards = cardsIn(list)
  cards[current(cards).at]?.querySelector<HTMLElement>(`[data-act="${name}"]`)?.click()
}
