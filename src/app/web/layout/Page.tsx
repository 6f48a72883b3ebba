import type { ReactNode } from 'react'
import { RightRail } from './RightRail.tsx'
import { SiteLinks } from './SiteLinks.tsx'

export const CONTENT_ID = 'content'

type Props = {
  /** A plain heading, if the page has one. */
  heading?: string
  /** One sentence under the heading. */
  lead?: ReactNode
  /** The boxes in the right rail; defaults to those about the site. */
  rail?: ReactNode
  /** Omits the rail and uses the width of both columns. */
  wide?: boolean
  children?: ReactNode
}

/**
 * The layout of every page: the main landmark, at most 720 px wide, with the rail next to it. The columns
 * have fixed widths, so the main column does not move if it is painted before the rail arrives.
 */
export const Page = ({ heading, lead, rail, wide, children }: Props) => (
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
    {wide && <SiteLinks className="hidden xl:block [.mobile-agent_&]:hidden" />}
    {!wide && <RightRail>{rail}</RightRail>}
  </div>
)
