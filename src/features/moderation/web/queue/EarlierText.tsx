import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import type { ModeratedText } from '../../contract.ts'

/** What a subject said at another time. */
export const EarlierText = ({ text: { title, text, createdAt } }: { text: ModeratedText }) => (
  <div className="flex flex-col gap-1 py-1">
    <p className="text-muted">
      <span dir="auto" className="font-medium text-ink wrap-anywhere">
        {title}
      </span>{' '}
      · <RelativeTime date={createdAt} />
    </p>
    {text && <SubjectText>{text}</SubjectText>}
  </div>
)

/** A long text in a box that scrolls. */
export const SubjectText = ({ children }: { children: string }) => (
  <p
    dir="auto"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard
    tabIndex={0}
    className="max-h-[50dvh] overflow-y-auto rounded-lg bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap"
  >
    {children}
  </p>
)
