import type { ReactNode } from 'react'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { layoutTexts } from './texts.ts'

/**
 * The column next to the page, shown at widths of 80rem (1280 px at the default text size) and above, with information about
 * the topic or, by default, about the site.
 */
export const RightRail = ({ children }: { children?: ReactNode }) => (
  <aside className="rail">
    {/* A rail that is taller than the screen scrolls independently, because an endless feed never lets the page
        reach its end. */}
    <div className="rail-boxes">
      <BoxBoundary>{children ?? <SiteFacts />}</BoxBoundary>
    </div>
  </aside>
)

export const RailBox = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="rounded-lg border bg-surface p-4 text-sm">
    <h2 className="mb-1 font-semibold">{title}</h2>
    <div className="text-muted">{children}</div>
  </section>
)

export const HouseRules = () => (
  <RailBox title={layoutTexts.houseRules}>
    <ul className="flex list-disc flex-col gap-1 pl-4">
      {layoutTexts.rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  </RailBox>
)

export const SiteFacts = () => (
  <>
    <RailBox title={layoutTexts.about}>{layoutTexts.aboutText}</RailBox>
    <HouseRules />
  </>
)
