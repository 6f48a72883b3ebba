import { cloneElement, type HTMLAttributes, type ReactElement, useId, useState } from 'react'
import { isComposing } from '../is-composing.ts'
import { lazyWithPreload } from '../lazy-with-preload.tsx'

const DELAY = 700
const SKIP_DELAY = 300

let lastClosed = 0

/** Decides when to show a tooltip and passes the rectangle of its anchor to `show`; null hides the tooltip. */
export const createHoverIntent = (show: (rectangle: DOMRect | null) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false

  const open = (wrapper: HTMLElement) => {
    const rectangle = wrapper.firstElementChild?.getBoundingClientRect()
    if (!rectangle) return
    isShown = true
    show(rectangle)
  }

  return {
    hover: (wrapper: HTMLElement) => {
      clearTimeout(timer)
      const delay = Date.now() - lastClosed < SKIP_DELAY ? 0 : DELAY
      timer = setTimeout(() => open(wrapper), delay)
    },
    focus: (wrapper: HTMLElement) => {
      clearTimeout(timer)
      open(wrapper)
    },
    leave: () => {
      clearTimeout(timer)
      if (!isShown) return
      isShown = false
      lastClosed = Date.now()
      show(null)
    },
  }
}

const TooltipParts = lazyWithPreload(() => import('./TooltipParts.tsx'))

type Props = {
  text: string
  /** The trigger, which must be focusable; otherwise, keyboard users would never see the text. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/**
 * A tooltip that appears after 700 ms of hovering, or immediately if another tooltip was open within the last 300 ms
 * (docs/spec/limits.md#interface). A click also shows it, because touch screens cannot hover. Its code is loaded when it
 * is first shown.
 */
export const Tooltip = ({ text, children }: Props) => {
  const id = useId()
  const [target, setTarget] = useState<DOMRect | null>(null)
  const [intent] = useState(() => createHoverIntent(setTarget))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens, the trigger inside is the control
    <span
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && intent.hover(event.currentTarget)}
      onPointerLeave={intent.leave}
      onPointerDown={intent.leave}
      onFocus={(event) => event.target.matches(':focus-visible') && intent.focus(event.currentTarget)}
      onClick={(event) => intent.focus(event.currentTarget)}
      onBlur={intent.leave}
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && intent.leave()}
    >
      {cloneElement(children, target ? { 'aria-describedby': id } : {})}
      {target && <TooltipParts id={id} text={text} target={target} onClose={intent.leave} />}
    </span>
  )
}
