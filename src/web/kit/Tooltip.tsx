import { cloneElement, type HTMLAttributes, type ReactElement, useId, useState } from 'react'
import { later } from '#web/later.tsx'
import { createHoverIntent } from './hover-intent.ts'

const TooltipParts = later(() => import('./TooltipParts.tsx'))

type Props = {
  text: string
  /** Must be focusable, or keyboard users never see the text. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/**
 * Appears after 700 ms; immediately within 300 ms of another tooltip (docs/spec/limits.md#interface), and
 * immediately on a click, since a finger cannot hover. Loaded when first shown.
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
      onKeyDown={(event) => event.key === 'Escape' && intent.leave()}
    >
      {cloneElement(children, target ? { 'aria-describedby': id } : {})}
      {target && <TooltipParts id={id} text={text} target={target} onClose={intent.leave} />}
    </span>
  )
}
