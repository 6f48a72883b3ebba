import * as Radix from 'radix-ui/tooltip'
import { useState } from 'react'
import { getPortalContainer } from './menu-item.ts'

type Props = { id: string; text: string; target: DOMRect; onClose(): void }

/**
 * The lazily loaded part of `Tooltip`. It positions an invisible anchor over the trigger, so the trigger is
 * never remounted.
 */
const TooltipParts = ({ id, text, target: { left, top, width, height }, onClose }: Props) => {
  const [standIn, setStandIn] = useState<Element | null>(null)
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        <Radix.Trigger asChild>
          <span
            ref={setStandIn}
            aria-hidden
            className="pointer-events-none fixed"
            style={{ left, top, width, height }}
            data-tooltip-place
          />
        </Radix.Trigger>
        {standIn && (
          <Radix.Portal container={getPortalContainer(standIn)}>
            <Radix.Content
              id={id}
              sideOffset={6}
              collisionPadding={8}
              aria-label={text}
              className="enter z-50 max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-bg shadow-float"
            >
              <span aria-hidden>{text}</span>
            </Radix.Content>
          </Radix.Portal>
        )}
      </Radix.Root>
    </Radix.Provider>
  )
}

export default TooltipParts
