import type { ReactNode } from 'react'

/** The title and the beginning of a draft, and the facts about it. */
export const DraftHead = ({
  title,
  excerpt,
  children,
}: {
  title: string
  excerpt: string
  children: ReactNode
}) => (
  <>
    <h2 className="card-title" dir="auto">
      {title}
    </h2>
    {excerpt && (
      <p dir="auto" className="mt-1 line-clamp-2 max-w-[68ch] text-sm text-muted wrap-anywhere">
        {excerpt}
      </p>
    )}
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">{children}</p>
  </>
)
