import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { heightOf, type Range, rangeBetween } from '#features/feeds/web/card-window.ts'
import { keepPlace } from '#features/feeds/web/reading-place.ts'
import { useReadingPlace } from '#features/feeds/web/use-reading-place.ts'

/** Up to so many cards are all in the page, as the server draws them. */
const ALL = 20
/** Pixels around the screen: cards must be there within NEAR, and are mounted within FAR. */
const NEAR = 700
const FAR = 1_500
const ROOT_MARGIN = 100

type Options = {
  ids: readonly number[]
  /** How each loaded page began. */
  anchors: readonly string[]
  refill(anchors: readonly string[]): Promise<void>
  /** The last card on the screen, and 100 px below it. */
  onSeen(last: number): void
}

/**
 * Only cards near the screen are in the page; two spacers stand for the others, so that cards lie in the
 * normal flow and nothing moves. A card that leaves has been measured, so its spacer is as high as it was.
 */
export const useCardWindow = ({ ids, anchors, refill, onSeen }: Options) => {
  const list = useRef<HTMLDivElement>(null)
  const { historyKey, place, arrival, hold } = useReadingPlace(anchors.length, refill)
  const [heights] = useState(() => new Map(place && place.width === screenWidth() ? place.heights : []))
  const [moved, setMoved] = useState<Range | null>(null)
  const range = clampTo(ids.length, moved ?? (arrival === 'fetching' ? null : place?.range))

  const look = (): void => {
    const element = list.current
    if (!element || arrival !== 'here') return
    for (const child of element.children) {
      const id = child instanceof HTMLElement && child.dataset.card
      if (id) heights.set(Number(id), child.getBoundingClientRect().height)
    }
    const top = -element.getBoundingClientRect().top
    const around = (pixels: number) => rangeBetween(ids, heights, top - pixels, top + innerHeight + pixels)
    onSeen(around(ROOT_MARGIN).end - 1)
    if (ids.length > ALL && isFar(range, around(NEAR), around(FAR))) setMoved(around(FAR))
    keepPlace(historyKey, { y: scrollY, width: innerWidth, range, heights, anchors: [...anchors] })
  }

  useLayoutEffect(look)
  const onMove = useEffectEvent(look)
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
    hold,
    before: heightOf(ids.slice(0, range.start), heights),
    after: heightOf(ids.slice(range.end), heights),
  }
}

const screenWidth = () => (typeof window === 'undefined' ? 0 : innerWidth)

const clampTo = (length: number, range: Range | null | undefined): Range =>
  range && length > ALL && range.start < length
    ? { start: range.start, end: Math.min(range.end, length) }
    : { start: 0, end: Math.min(length, ALL) }

/** A card that must be there is not, or many that need not be are. */
const isFar = (range: Range, near: Range, far: Range): boolean =>
  near.start < range.start || near.end > range.end || far.start > range.start + 6 || far.end < range.end - 6
