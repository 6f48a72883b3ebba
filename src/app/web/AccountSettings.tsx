import type { CurrentUser } from '#core/current-user.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { PageLayout } from './layout/PageLayout.tsx'
import { RailBox } from './layout/RightRail.tsx'
import { pageTexts } from './page-texts.ts'
import { type SettingsSection, useSettingsSections } from './use-settings-sections.tsx'

/** Links to the sections of the page, which is several screens long. */
const SectionLinks = ({ sections }: { sections: readonly SettingsSection[] }) => (
  <ul className="flex flex-col">
    {sections.map(({ id, heading, linkText = heading }) => (
      <li key={id}>
        <a href={`#${id}`} className="control flex items-center hover:text-ink hover:underline">
          {linkText}
        </a>
      </li>
    ))}
  </ul>
)

/** The settings page of a member: its sections, and links to them in the rail or, where there is none, above them. */
export const AccountSettings = ({ user, heading }: { user: CurrentUser; heading: string }) => {
  const sections = useSettingsSections(user)
  const links = <SectionLinks sections={sections} />
  return (
    <PageLayout
      heading={heading}
      rail={
        <RailBox title={pageTexts.settings.sections}>
          <nav aria-label={pageTexts.settings.sections}>{links}</nav>
        </RailBox>
      }
    >
      <details className="group mb-6 rounded-lg border bg-surface px-4 text-sm xl:hidden">
        <summary className="control flex items-center justify-between font-semibold">
          <span>{pageTexts.settings.sections}</span>
          <Icon name="chevron-down" size={16} className="transition-transform group-open:rotate-180" />
        </summary>
        <nav aria-label={pageTexts.settings.sections} className="pb-2 text-muted">
          {links}
        </nav>
      </details>
      {sections.map(({ id, heading, content }) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`${id}-heading`}
          className="scroll-mt-14 border-t py-8 first-of-type:border-t-0 first-of-type:pt-0"
        >
          <h2 id={`${id}-heading`} className="mb-4 text-lg font-semibold">
            {heading}
          </h2>
          <BoxBoundary>{content}</BoxBoundary>
        </section>
      ))}
    </PageLayout>
  )
}
