import type { ReactNode } from 'react'

/** Replaces a control for a muted member and explains why it is unavailable. */
export const MutedNotice = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-lg border border-dashed px-4 py-3 text-sm text-muted">
    {children}
  </p>
)
