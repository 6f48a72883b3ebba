import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHoverIntent } from './Tooltip.tsx'

// Each test starts a day after the previous one, so no tooltip counts as recently closed.
let now = 0
beforeEach(() => {
  now += 86_400_000
  vi.useFakeTimers({ now })
})
afterEach(() => void vi.useRealTimers())

const rectangle = { left: 1 } as DOMRect
const wrapper = { firstElementChild: { getBoundingClientRect: () => rectangle } } as unknown as HTMLElement
const setUp = () => {
  const show = vi.fn<(rectangle: DOMRect | null) => void>()
  return { show, intent: createHoverIntent(show) }
}

test('shows after 700 ms of hovering, and not before', () => {
  const { show, intent } = setUp()
  intent.hover(wrapper)
  vi.advanceTimersByTime(699)
  expect(show).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(show).toHaveBeenCalledExactlyOnceWith(rectangle)
})

test('does not show if the pointer only passes over', () => {
  const { show, intent } = setUp()
  intent.hover(wrapper)
  vi.advanceTimersByTime(500)
  intent.leave()
  vi.advanceTimersByTime(5_000)
  expect(show).not.toHaveBeenCalled()
})

test('shows immediately within 300 ms of another tooltip, and waits again after that', () => {
  const first = setUp()
  first.intent.focus(wrapper)
  expect(first.show).toHaveBeenLastCalledWith(rectangle)
  first.intent.leave()
  expect(first.show).toHaveBeenLastCalledWith(null)
  vi.advanceTimersByTime(299)
  const second = setUp()
  second.intent.hover(wrapper)
  vi.advanceTimersByTime(0)
  expect(second.show).toHaveBeenCalledWith(rectangle)
  second.intent.leave()
  vi.advanceTimersByTime(300)
  const third = setUp()
  third.intent.hover(wrapper)
  vi.advanceTimersByTime(699)
  expect(third.show).not.toHaveBeenCalled()
})
