import { type ReactNode, useId, useRef, useState } from 'react'
import { later } from '#web/later.tsx'
import type { MenuItem } from './menu-item.ts'

const MenuParts = later(() => import('./MenuParts.tsx'))

/** What the trigger must carry; spread it over a `Button` or `IconButton`. */
export type MenuTrigger = {
  id: string
  ref: React.RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick(event: React.MouseEvent): void
  onPointerEnter(): void
  onKeyDown(event: React.KeyboardEvent): void
}

type Props = { items: MenuItem[]; align?: 'start' | 'end'; trigger(props: MenuTrigger): ReactNode }

/** A drop-down menu, its items given as data. Its code comes when the pointer or the keyboard does. */
export const Menu = ({ items, align = 'end', trigger }: Props) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [isByKeys, setByKeys] = useState(false)
  return (
    <span className="relative inline-flex">
      {trigger({
        id,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: ({ detail }) => {
          // Keys press without a pointer.
          setByKeys(detail === 0)
          setOpen(!open)
        },
        onPointerEnter: MenuParts.prepare,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setByKeys(true)
          setOpen(true)
        },
      })}
      {open && (
        <MenuParts
          button={button}
          labelledBy={id}
          items={items}
          align={align}
          isByKeys={isByKeys}
          onOpenChange={setOpen}
        />
      )}
    </span>
  )
}
