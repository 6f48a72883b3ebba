import { buildPath } from '#core/paths.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { suspensionTexts } from './suspension-texts.ts'

/** Tells a suspended member on every page what they can do. It overlays the content instead of shifting it. */
const SuspensionNotice = () => (
  <section
    aria-label={suspensionTexts.heading}
    className="enter fixed inset-x-4 bottom-4 z-30 mx-auto max-w-md rounded-lg border bg-surface p-4 text-sm shadow-float wide:left-[284px]"
  >
    <p role="status">
      <span className="font-medium">{suspensionTexts.heading}.</span> {suspensionTexts.text}
    </p>
    <SiteLink href={buildPath('statements')} className="inline-link underline">
      {suspensionTexts.link}
    </SiteLink>
  </section>
)

export default SuspensionNotice
