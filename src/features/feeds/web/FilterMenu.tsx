import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isComposing } from '#web/is-composing.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'

type Props = {
  /** The text of the menu's button, which shows the current choice. */
  label: string
  listLabel: string
  className?: string
  /** True if only one link can be chosen. The menu then closes when a link is followed. */
  isSingleChoice?: boolean
  /** Renders the links when the menu opens. */
  children(): ReactNode
  /** The content for readers without JavaScript. */
  withoutScript: ReactNode
}

/** A list of links that change a filter, in a native disclosure element, which opens without JavaScript. */
export const FilterMenu = ({
  label,
  listLabel,
  className,
  isSingleChoice,
  children,
  withoutScript,
}: Props) => {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const update = () => setIsOpen(details.current?.open ?? false)
  // The element may have been opened before the scripts had loaded.
  useEffect(update, [])
  const close = () => details.current?.removeAttribute('open')
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    close()
    event.currentTarget.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} onToggle={update} onBlur={onBlur} onKeyDown={onKeyDown} className="group relative">
      <summary className="filter-summary">
        <span>{label}</span>
        <Icon name="chevron-down" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      {isOpen ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too.
        <ul
          aria-label={listLabel}
          // Focusable only by pointer, so that a click between two rows does not move the focus and close the
          // list.
          tabIndex={-1}
          onClick={isSingleChoice ? close : undefined}
          className={classNames('filter-list', className)}
        >
          {children()}
        </ul>
      ) : (
        <noscript>{withoutScript}</noscript>
      )}
    </details>
  )
}
