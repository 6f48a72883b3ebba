import { type ComponentPropsWithRef, useRef } from 'react'

type Handlers = Pick<ComponentPropsWithRef<'a'>, 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onTouchStart'>

/** Milliseconds that the pointer must rest on a link before it counts as intent. */
const REST = 50

/** Calls `prepare` when the pointer rests on the element, it gets the focus, or it is touched. */
export const useIntent = (prepare: () => void): Handlers => {
  const timer = useRef(0)
  return {
    onMouseEnter: () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(prepare, REST)
    },
    onMouseLeave: () => clearTimeout(timer.current),
    onFocus: prepare,
    onTouchStart: prepare,
  }
}
