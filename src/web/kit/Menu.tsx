import { type ReactNode, useId, useRef, useState } from 'react'
import { isComposing } from '../is-composing.ts'
import { lazyDialog } from '../lazy-with-preload.tsx'
import type { MenuItem } from './menu-item.ts'

const MenuParts = lazyDialog(() => import('./MenuParts.tsx'))

/** Props for the trigger; spread them onto a `Button` or `IconButton`. */
export type MenuTrigger = {
  /**
   * The id by which the trigger labels the open menu. The trigger of a closed menu has no id, so its HTML is
   * the same everywhere on a page.
   */
  id: string | undefined
  ref: React.RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick(event: React.MouseEvent): void
  onPointerEnter(): void
  onKeyDown(event: React.KeyboardEvent): void
}

type Props = {
  /** Returns the items; called only while the menu is open. */
  items(): MenuItem[]
  align?: 'start' | 'end'
  trigger(props: MenuTrigger): ReactNode
}

/** A drop-down menu whose items are data. Its code is loaded on hover or focus. */
export const Menu = ({ items, align = 'end', trigger }: Props) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [isByKeys, setByKeys] = useState(false)
  return (
    <span className="relative inline-flex">
      {trigger({
        id: open ? id : undefined,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: ({ detail }) => {
          // A click that was triggered with the keyboard has a `detail` of 0.
          setByKeys(detail === 0)
          setOpen(!open)
        },
        onPointerEnter: MenuParts.preload,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || isComposing(event)) return
          event.preventDefault()
          setByKeys(true)
          setOpen(true)
        },
      })}
      {open && (
        <MenuParts
          button={button}
          labelledBy={id}
          items={items()}
          align={align}
          isByKeys={isByKeys}
          onOpenChange={setOpen}
        />
      )}
    </span>
  )
}
