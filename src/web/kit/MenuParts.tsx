import * as Radix from 'radix-ui/dropdown-menu'
import { type RefObject, useRef } from 'react'
import { useCloseOnBack } from '../navigation/overlay-history.ts'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { getPortalContainer, type MenuItem } from './menu-item.ts'
import { SiteLink } from './SiteLink.tsx'

type Props = {
  button: RefObject<HTMLButtonElement | null>
  labelledBy: string
  items: MenuItem[]
  align: 'start' | 'end'
  /** Whether the menu was opened with the keyboard, in which case the first item receives focus. */
  isByKeys: boolean
  onOpenChange(open: boolean): void
}

/**
 * The lazily loaded part of `Menu`. It positions a separate anchor over the button, so the button is never
 * remounted.
 */
const MenuParts = ({ button, labelledBy, items, align, isByKeys, onOpenChange }: Props) => {
  useCloseOnBack(() => onOpenChange(false))
  const hasEntered = useRef(false)
  const isOnButton = (event: Event) =>
    event.target instanceof Node && Boolean(button.current?.contains(event.target))
  return (
    <Radix.Root open modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal container={getPortalContainer(button.current)}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby={labelledBy}
          // The button toggles the menu itself; closing here as well would reopen it.
          onInteractOutside={(event) => isOnButton(event.detail.originalEvent) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Leaves the focus alone if the chosen item has moved it elsewhere, such as into a dialog.
            if (document.activeElement === document.body) button.current?.focus()
          }}
          onFocus={({ target, currentTarget }) => {
            if (!isByKeys || hasEntered.current || target !== currentTarget) return
            hasEntered.current = true
            currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
          }}
          className="enter z-70 max-w-[calc(100vw-16px)] min-w-[min(11rem,calc(100vw-16px))] rounded-lg border bg-surface p-1 shadow-float outline-none"
        >
          {items.map((item) => (
            <Item key={item.label} {...item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const Item = ({ label, icon, href, isFile, onSelect, disabled, tone, checked, separated }: MenuItem) => {
  const content = (
    <>
      {icon && <Icon name={icon} size={16} />}
      <span className="grow">{label}</span>
      {checked && <Icon name="check" size={16} />}
    </>
  )
  return (
    <>
      {separated && <Radix.Separator className="-mx-1 my-1 h-px bg-line" />}
      <Radix.Item
        {...(checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked })}
        asChild={href !== undefined}
        disabled={disabled ?? false}
        onSelect={onSelect}
        className={classNames(
          'control flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none',
          'data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:text-muted',
          tone === 'danger' && 'text-danger',
        )}
      >
        {href === undefined ? (
          content
        ) : isFile ? (
          <a href={href}>{content}</a>
        ) : (
          <SiteLink href={href}>{content}</SiteLink>
        )}
      </Radix.Item>
    </>
  )
}

export default MenuParts
