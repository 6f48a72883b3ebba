import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type CardRange, getTotalHeight, getVisibleRange } from './card-window.ts'
import { saveScrollState } from './scroll-restoration.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** Lists of up to this length are rendered in full, as on the server. */
const MAX_UNWINDOWED = 20
/**
 * The margin above and below the viewport, in pixels. Cards within the minimum must always be mounted; when the range
 * of mounted cards is recomputed, it extends to the maximum.
 */
const MIN_OVERSCAN_PX = 700
const MAX_OVERSCAN_PX = 1_500
const SEEN_MARGIN_PX = 100

type Options = {
  ids: readonly number[]
  /** The cursor of each loaded page. */
  cursors: readonly string[]
  /**
   * Whether the cards are in a grid with several columns, in the order of their upper edges. In a grid, all cards stay
   * mounted.
   */
  isGrid?: boolean
  fetchPages(anchors: readonly string[]): Promise<void>
  /** Called with the index of the last card in the viewport or within 100 px below it. */
  onSeen(lastIndex: number): void
}

/**
 * Mounts only the cards near the viewport. Two spacers replace the other cards, so the mounted ones stay in
 * the normal flow and nothing shifts. Each card is measured before it is unmounted, so the spacers have the
 * exact height.
 */
export const useCardWindow = ({
  ids,
  cursors: anchors,
  isGrid = false,
  fetchPages: refill,
  onSeen,
}: Options) => {
  const isWindowed = !isGrid && ids.length > MAX_UNWINDOWED
  const list = useRef<HTMLDivElement>(null)
  const { historyKey, saved, phase, reservedHeight } = useScrollRestoration(anchors.length, refill)
  const [heights] = useState(
    () => new Map(saved && saved.windowWidth === viewportWidth() ? saved.heights : []),
  )
  const [movedRange, setMovedRange] = useState<CardRange | null>(null)
  const range = isGrid
    ? { start: 0, end: ids.length }
    : clampTo(ids.length, movedRange ?? (phase === 'fetching' ? null : saved?.range))

  const update = (): void => {
    const element = list.current
    if (!element || phase !== 'done') return
    for (const child of element.children) {
      const id = child instanceof HTMLElement && child.dataset.card
      if (id) heights.set(Number(id), isGrid ? distanceToNext(child) : child.getBoundingClientRect().height)
    }
    const top = -element.getBoundingClientRect().top
    const around = (pixels: number) => getVisibleRange(ids, heights, top - pixels, top + innerHeight + pixels)
    onSeen(around(SEEN_MARGIN_PX).end - 1)
    if (isWindowed && isOutdated(range, around(MIN_OVERSCAN_PX), around(MAX_OVERSCAN_PX)))
      setMovedRange(around(MAX_OVERSCAN_PX))
    saveScrollState(historyKey, {
      y: scrollY,
      windowWidth: innerWidth,
      range,
      heights,
      cursors: [...anchors],
    })
  }

  useLayoutEffect(update)
  const onMove = useEffectEvent(update)
  useEffect(() => {
    let frame = 0
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        onMove()
      })
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [])

  return {
    list,
    range,
    reservedHeight,
    before: getTotalHeight(ids.slice(0, range.start), heights),
    after: getTotalHeight(ids.slice(range.end), heights),
  }
}

const viewportWidth = () => (typeof window === 'undefined' ? 0 : innerWidth)

const clampTo = (length: number, range: CardRange | null | undefined): CardRange =>
  range && length > MAX_UNWINDOWED && range.start < length
    ? { start: range.start, end: Math.min(range.end, length) }
    : { start: 0, end: Math.min(length, MAX_UNWINDOWED) }

/** Returns how much further down the next card begins; 0 if it is beside this one. */
const distanceToNext = (card: Element): number => {
  const { top, bottom } = card.getBoundingClientRect()
  let next = card.nextElementSibling
  // An advertisement is no card.
  if (next && !next.matches('[data-card]')) next = next.nextElementSibling
  return (next?.getBoundingClientRect().top ?? bottom) - top
}

/** Returns whether a required card is not mounted, or more than six unnecessary cards are mounted at one end. */
const isOutdated = (range: CardRange, required: CardRange, allowed: CardRange): boolean =>
  required.start < range.start ||
  required.end > range.end ||
  allowed.start > range.start + 6 ||
  allowed.end < range.end - 6
