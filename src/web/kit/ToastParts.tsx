import * as Radix from 'radix-ui/toast'
import { buttonClasses } from './button-classes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { messageTexts } from './message-texts.ts'
import { dismissToast, type Toast } from './toast.ts'

const DURATION = 5_000
const SWIPE_PIXELS = 50

/** The lazily loaded part of `Toasts`. */
const ToastParts = ({ current }: { current: Toast | null }) => (
  <Radix.Provider duration={DURATION} swipeDirection="right" swipeThreshold={SWIPE_PIXELS}>
    {current && <OneToast key={current.id} {...current} />}
    <Radix.Viewport
      hotkey={['F8']}
      label={messageTexts.notifications}
      // The toast is on the left while a dialog is open, because a dialog's buttons are on the right. On phones, the
      // content of a dialog ends above the toast. Without a dialog, the toast leaves the bar below a prompt uncovered.
      className="fixed right-0 bottom-0 z-60 w-full max-w-[400px] p-4 pb-[max(16px,env(safe-area-inset-bottom))] outline-none wide:[body:has([role=dialog])_&]:right-auto wide:[body:has([role=dialog])_&]:left-0 narrow:[body:has(.prompt-bar):not(:has([role=dialog]))_&]:bottom-[60px] narrow:[body:has(.selection-bar):not(:has([role=dialog]))_&]:bottom-[116px]"
    />
  </Radix.Provider>
)

/** Scrolls the page if the toast covers the element that has the focus, which is what was pressed before, or is next. */
const uncoverFocused = (viewport: HTMLElement): void => {
  const focused = document.activeElement?.closest('main *')
  if (!focused) return
  const toast = viewport.getBoundingClientRect()
  const { top, bottom, right } = focused.getBoundingClientRect()
  if (top < toast.bottom && bottom > toast.top && right > toast.left)
    scrollBy({ top: Math.min(bottom, toast.bottom) - toast.top })
}

/**
 * Publishes the toast's height as a CSS variable so that the content of pages and dialogs at the bottom of a phone's
 * screen ends above it.
 */
const takeRoom = (toast: HTMLElement | null) => {
  const viewport = toast?.parentElement
  if (!viewport) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--toast-room', `${viewport.offsetHeight}px`)
    uncoverFocused(viewport)
  })
  observer.observe(viewport)
  return () => {
    observer.disconnect()
    style.removeProperty('--toast-room')
  }
}

const OneToast = ({ id, title, description, tone, action }: Toast) => (
  <Radix.Root
    ref={takeRoom}
    type={tone === 'danger' ? 'foreground' : 'background'}
    onOpenChange={(open) => !open && dismissToast(id)}
    className="enter-sheet pointer-events-auto flex items-start gap-3 rounded-lg border bg-surface py-2 pr-2 pl-4 shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
  >
    {tone === 'danger' && <Icon name="circle-alert" size={18} className="mt-2.5 flex-none text-danger" />}
    {tone === 'success' && <Icon name="circle-check" size={18} className="mt-2.5 flex-none text-success" />}
    {/* The button wraps below the text if it would leave too little room for it. */}
    <div className="flex min-w-0 grow flex-wrap items-start gap-x-3">
      <div className="min-w-[min(10rem,100%)] flex-1 py-2 text-sm wrap-anywhere">
        <Radix.Title className="font-medium">{title}</Radix.Title>
        {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action altText={action.label} onClick={action.run} className={buttonClasses('plain')}>
          {action.label}
        </Radix.Action>
      )}
    </div>
    <Radix.Close asChild>
      <IconButton name={messageTexts.close}>
        <Icon name="x" size={16} />
      </IconButton>
    </Radix.Close>
  </Radix.Root>
)

export default ToastParts
