import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { kitTexts } from './texts.ts'

type Props = {
  children: ReactNode
  onRetry?(): void
  retryLabel?: string
  busy?: boolean
  /** True if a toast already announces the error to screen readers; the notice then does not announce it. */
  silent?: boolean | undefined
}

/** An error message next to the failed element, with a button to try again. */
export const ErrorNotice = ({
  children,
  onRetry,
  retryLabel = kitTexts.retry,
  busy = false,
  silent,
}: Props) => (
  <div
    {...(silent ? {} : { role: 'alert' })}
    className="flex flex-wrap items-center gap-3 rounded-lg border px-4 py-3 text-sm"
  >
    {/* The icon stays beside a text of several lines; only the button may be below. */}
    <div className="flex min-w-0 flex-[1_1_12rem] items-center gap-3">
      <Icon name="circle-alert" size={18} className="flex-none text-danger" />
      <div className="min-w-0 grow">{children}</div>
    </div>
    {onRetry && (
      <Button onClick={onRetry} busy={busy}>
        {retryLabel}
      </Button>
    )}
  </div>
)
