import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to an element when `content` changes and what had the focus is gone, such as a form that has been sent
 * or the button of a removed row. Otherwise, the keyboard would begin at the top of the page again.
 */
export const useLostFocus = (target: RefObject<HTMLElement | null>, content: unknown): void => {
  const last = useRef(content)
  useEffect(() => {
    if (last.current === content) return
    last.current = content
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true })
  }, [target, content])
}
