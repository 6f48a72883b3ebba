import { cloneElement, type HTMLAttributes, type ReactElement, useId, useState } from 'react'
import { later } from '#web/later.tsx'
import { createHoverIntent } from './hover-intent.ts'

const TooltipParts = later(() => import('./TooltipParts.tsx'))

type Props = {
  text: string
  /** Something that can be focused, or keyboards never see the text. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/**
 * Appears after 700 ms, at once when another was shown in the last 300 ms (section 9), and at once to a click: a finger
 * cannot rest. Loads when first shown.
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
