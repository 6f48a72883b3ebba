import type { ReactNode, SubmitEventHandler } from 'react'
import { BoxBoundary } from './kit/BoxBoundary.tsx'
import { Button } from './kit/Button.tsx'
import { ErrorNotice } from './kit/ErrorNotice.tsx'
import { messageTexts } from './kit/message-texts.ts'

type Props = {
  texts: { send: string; sending: string }
  isSubmitting: boolean
  /** The error message of a failed submission. */
  error: string | undefined
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/**
 * A form on a page for everybody. If it is sent before its code has loaded, the request is a POST, so that nothing of what
 * was typed is in an address.
 */
export const VisitorForm = ({ texts, isSubmitting, error, onSubmit, children }: Props) => (
  <form method="post" onSubmit={onSubmit} noValidate className="flex max-w-120 flex-col gap-4">
    <BoxBoundary>
      <noscript>
        <p className="rounded-lg border px-4 py-3 text-sm">{messageTexts.formNeedsScript}</p>
      </noscript>
      {children}
      {error && <ErrorNotice>{error}</ErrorNotice>}
      <div className="scripting-none:hidden">
        <Button type="submit" variant="primary" disabled={isSubmitting}>
          {isSubmitting ? texts.sending : texts.send}
        </Button>
      </div>
    </BoxBoundary>
  </form>
)

type SentProps = { title: string; text: string; again: string; onAgain(): void }

/** Takes the place of a form that was sent. */
export const SentNotice = ({ title, text, again, onAgain }: SentProps) => (
  <div role="status" className="max-w-120 rounded-lg border bg-surface p-4">
    <p className="font-semibold">{title}</p>
    <p className="mt-1 mb-3 text-sm wrap-anywhere text-muted">{text}</p>
    <Button onClick={onAgain}>{again}</Button>
  </div>
)
