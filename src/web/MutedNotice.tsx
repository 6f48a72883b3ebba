import type { ReactNode } from 'react'

/** Explains to a muted member, in place of a control, what they cannot do. */
export const MutedNotice = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-lg border border-dashed px-4 py-3 text-sm text-muted">
    {children}
  </p>
)
