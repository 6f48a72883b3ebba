import type { ReactNode } from 'react'
import { RightRail } from '#app/web/layout/RightRail.tsx'

export const CONTENT_ID = 'content'

type Props = {
  /** The page's heading, where it has a plain one. */
  heading?: string
  /** One sentence under it. */
  lead?: ReactNode
  /** The right rail's boxes; the site's own when absent. */
  rail?: ReactNode
  children?: ReactNode
}

/**
 * What every page stands in: the main landmark, at most 720 px wide, and the rail beside it. Its columns are
 * fixed, so that the main part stands still when it is painted before the rail has arrived.
 */
export const Page = ({ heading, lead, rail, children }: Props) => (
  <div className="grid grid-cols-[minmax(0,720px)] justify-center gap-8 xl:grid-cols-[minmax(0,720px)_16rem] [.mobile-agent_&]:grid-cols-[minmax(0,720px)] px-6 pt-4 pb-20 narrow:px-4 narrow:pt-3">
    <main id={CONTENT_ID} tabIndex={-1} className="w-full max-w-[720px] min-w-0 outline-none">
      {heading && (
        <div className="mb-6">
          <h1 className="text-xl font-semibold tracking-tight">{heading}</h1>
          {lead && <p className="mt-1 max-w-[60ch] text-muted">{lead}</p>}
        </div>
      )}
      {children}
    </main>
    <RightRail>{rail}</RightRail>
  </div>
)
