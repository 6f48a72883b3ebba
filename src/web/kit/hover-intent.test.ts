import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHoverIntent } from './hover-intent.ts'

// A day later than any tooltip of an earlier test was closed.
let now = 0
beforeEach(() => {
  now += 86_400_000
  vi.useFakeTimers({ now })
})
afterEach(() => void vi.useRealTimers())

const place = { left: 1 } as DOMRect
const wrapper = { firstElementChild: { getBoundingClientRect: () => place } } as unknown as HTMLElement
const made = () => {
  const show = vi.fn<(place: DOMRect | null) => void>()
  return { show, intent: createHoverIntent(show) }
}

test('it shows after 700 ms of hovering, and not before', () => {
  const { show, intent } = made()
  intent.hover(wrapper)
  vi.advanceTimersByTime(699)
  expect(show).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(show).toHaveBeenCalledExactlyOnceWith(place)
})

test('whoever only passes by sees nothing', () => {
  const { show, intent } = made()
  intent.hover(wrapper)
  vi.advanceTimersByTime(500)
  intent.leave()
  vi.advanceTimersByTime(5_000)
  expect(show).not.toHaveBeenCalled()
})

test('within 300 ms of another one it shows at once, later it waits again', () => {
  const first = made()
  first.intent.focus(wrapper)
  expect(first.show).toHaveBeenLastCalledWith(place)
  first.intent.leave()
  expect(first.show).toHaveBeenLastCalledWith(null)
  vi.advanceTimersByTime(299)
  const second = made()
  second.intent.hover(wrapper)
  vi.advanceTimersByTime(0)
  expect(second.show).toHaveBeenCalledWith(place)
  second.intent.leave()
  vi.advanceTimersByTime(300)
  const third = made()
  third.intent.hover(wrapper)
  vi.advanceTimersByTime(699)
  expect(third.show).not.toHaveBeenCalled()
})
