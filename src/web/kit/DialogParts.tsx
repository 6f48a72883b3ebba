import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { useCloseOnBack } from '../navigation/overlay-history.ts'
import { BoxBoundary } from './BoxBoundary.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { messageTexts } from './message-texts.ts'
import { getSelfAndAncestors, restoreFocus } from './return-focus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  /** The width: `wide` is for editors and previews. */
  size?: 'normal' | 'wide'
  children: ReactNode
}

/** The lazily loaded part of `Dialog`. */
const DialogParts = ({ open, onOpenChange, title, description, size, children }: DialogProps) => {
  // There is no Radix trigger, so this component itself returns focus to the previously focused element.
  useCloseOnBack(() => onOpenChange(false))
  const opener = useRef(getSelfAndAncestors(document.activeElement))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          // If a picker's list or a suggestion list is open, Escape closes that list first.
          onEscapeKeyDown={(event) =>
            event.target instanceof Element &&
            event.target.matches('[role=combobox][aria-expanded=true], textarea[aria-activedescendant]') &&
            event.preventDefault()
          }
          // Focuses the dialog itself unless a field requests focus; by default, Radix would focus the Close
          // button.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            restoreFocus(opener.current)
          }}
          className={classNames(
            'fixed z-50 flex flex-col bg-surface shadow-float outline-none',
            'narrow:enter-sheet narrow:inset-x-0 narrow:bottom-0 narrow:rounded-t-lg',
            // The sheet is as tall as its content, but part of the page stays visible, except in landscape.
            'narrow:max-h-[calc(100dvh-clamp(0px,10dvh-40px,32px))]',
            // A toast lies over the end of the sheet, below its content, so that the sheet neither moves nor shrinks.
            'narrow:pb-[max(env(safe-area-inset-bottom),var(--toast-room,0px))]',
            'wide:enter wide:inset-0 wide:m-auto wide:h-fit wide:max-h-[min(86dvh,900px)]',
            // Hiding the overflow clips sticky buttons at the rounded corners.
            'wide:w-[calc(100vw-48px)] wide:overflow-hidden wide:rounded-lg wide:border',
            size === 'wide' ? 'wide:max-w-[760px]' : 'wide:max-w-[480px]',
          )}
        >
          <div className="flex items-start gap-4 pt-4 pr-3 pb-2 pl-6 narrow:pl-4">
            <Radix.Title className="grow pt-1 text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton name={messageTexts.close}>
                <Icon name="x" size={18} />
              </IconButton>
            </Radix.Close>
          </div>
          {/* The scroll padding keeps focused fields clear of the sticky buttons. */}
          <div className="scroll-pb-20 overflow-y-auto px-6 pb-6 narrow:px-4">
            {description && (
              <Radix.Description className="mb-4 text-sm text-muted">{description}</Radix.Description>
            )}
            <BoxBoundary>{children}</BoxBoundary>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export default DialogParts
