import type { ReactNode } from 'react'

/** Says in place what a muted member cannot do here. */
export const MutedNotice = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-lg border border-dashed px-4 py-3 text-sm text-muted">
    {children}
  </p>
)
