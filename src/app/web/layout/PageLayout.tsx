import type { ReactNode } from 'react'
import { RightRail } from './RightRail.tsx'

export const CONTENT_ID = 'content'

type Props = {
  /** The page's heading as plain text. */
  heading?: string
  /** A sentence below the heading. */
  lead?: ReactNode
  /** The boxes in the right rail. Defaults to boxes about the site. */
  rail?: ReactNode
  /** If true, the page has no rail and uses the width of both columns. */
  wide?: boolean
  children?: ReactNode
}

/**
 * The layout of every page: the main landmark, at most 720 px wide, next to the rail. The columns have fixed
 * widths, so the main column does not move if it is painted before the rail has loaded.
 */
export const PageLayout = ({ heading, lead, rail, wide, children }: Props) => (
  <div className={wide ? 'page-wide' : 'page-columns'}>
    <main id={CONTENT_ID} tabIndex={-1} className="w-full min-w-0 outline-none">
      {heading && (
        <div className="mb-6">
          <h1 className="text-xl font-semibold tracking-tight">{heading}</h1>
          {lead && <p className="mt-1 max-w-[60ch] text-muted">{lead}</p>}
        </div>
      )}
      {children}
    </main>
    {!wide && <RightRail>{rail}</RightRail>}
  </div>
)
