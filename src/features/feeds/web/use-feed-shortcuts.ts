import { type RefObject, useMemo } from 'react'
import { useShortcuts } from '#web/shortcuts.ts'
import { feedListTexts } from './texts.ts'

/** Registers a feed's keyboard shortcuts: `j` and `k` move between cards, and the others act on the current card. */
export const useFeedShortcuts = (list: RefObject<HTMLElement | null>): void => {
  const keys = useMemo(() => {
    // On a link or button inside a card, Enter activates that element.
    const isOnCard = ({ target }: KeyboardEvent) => cardsIn(list.current).some((card) => card === target)
    const click = (action: string) => () => clickIn(list.current, action)
    return [
      { key: 'j', label: feedListTexts.nextCard, run: () => move(list.current, 1) },
      { key: 'k', label: feedListTexts.previousCard, run: () => move(list.current, -1) },
      { key: 'o', label: feedListTexts.openCard, run: click('open') },
      { key: 'Enter', label: feedListTexts.openCard, canRun: isOnCard, run: click('open') },
      { key: 'c', label: feedListTexts.cardComments, run: click('comments') },
      { key: 'u', label: feedListTexts.upvoteCard, run: click('upvote') },
      { key: 'd', label: feedListTexts.downvoteCard, run: click('downvote') },
      { key: 'b', label: feedListTexts.bookmarkCard, run: click('bookmark') },
    ]
  }, [list])
  useShortcuts(keys)
}

const HEADER_HEIGHT = 72

const cardsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-card] > article[aria-posinset]') ?? []),
]

/** Finds the focused card or, if no card has the focus, the first visible one. */
const currentCard = (cards: HTMLElement[]): { index: number; isFocused: boolean } => {
  const focused = cards.findIndex((card) => card.contains(document.activeElement))
  if (focused >= 0) return { index: focused, isFocused: true }
  const visible = cards.findIndex((card) => card.getBoundingClientRect().bottom > HEADER_HEIGHT)
  return { index: visible, isFocused: false }
}

const move = (list: HTMLElement | null, step: 1 | -1): void => {
  const cards = cardsIn(list)
  const { index, isFocused } = currentCard(cards)
  const next = cards[isFocused ? index + step : index]
  if (!next) return
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'start' })
}

const clickIn = (list: HTMLElement | null, action: string): void => {
  const cards = cardsIn(list)
  cards[currentCard(cards).index]?.querySelector<HTMLElement>(`[data-act="${action}"]`)?.click()
}
