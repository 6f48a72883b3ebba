import type { ReactNode } from 'react'
import { RightRail } from '#app/web/layout/RightRail.tsx'
import { classes } from '#web/kit/classes.ts'

export const CONTENT_ID = 'content'

type Props = {
  /** The page's heading, where it has a plain one. */
  heading?: string
  /** One sentence under it. */
  lead?: ReactNode
  /** The right rail's boxes; the site's own when absent. */
  rail?: ReactNode
  /** Without a rail, and as wide as both. */
  wide?: boolean
  children?: ReactNode
}

/**
 * What every page stands in: the main landmark, at most 720 px wide, and the rail beside it. Its columns are
 * fixed, so that the main part stands still when it is painted before the rail has arrived.
 */
export const Page = ({ heading, lead, rail, wide, children }: Props) => (
  <div
    className={classes(
      'grid justify-center gap-8 px-6 pt-4 pb-20 narrow:px-4 narrow:pt-3',
      wide
        ? 'grid-cols-[minmax(0,1008px)]'
        : 'grid-cols-[minmax(0,720px)] xl:grid-cols-[minmax(0,720px)_16rem] [.mobile-agent_&]:grid-cols-[minmax(0,720px)]',
    )}
  >
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
