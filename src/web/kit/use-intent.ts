import { type ComponentPropsWithRef, useRef } from 'react'

type Handlers = Pick<ComponentPropsWithRef<'a'>, 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onTouchStart'>

/** Milliseconds that a pointer rests on a link before it means it. */
const REST = 50

/** Calls `prepare` when a pointer rests, the focus arrives, or a finger comes down. */
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
