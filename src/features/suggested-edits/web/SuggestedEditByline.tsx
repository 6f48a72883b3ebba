import { paths } from '#core/paths.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { SuggestedEdit } from '../contract.ts'
import { suggestedEditTexts } from './texts.ts'

/** Shows when and by whom an edit was suggested, and whether it was accepted. */
export const SuggestedEditByline = ({ edit }: { edit: SuggestedEdit }) => (
  <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
    <span className="model-chip">{suggestedEditTexts.status[edit.status]}</span>
    <span>
      <RelativeTime date={edit.createdAt} />{' '}
      <SiteLink
        href={paths.profile(edit.user.username)}
        className="inline-link hover:text-ink hover:underline"
      >
        {suggestedEditTexts.by(edit.user.username)}
      </SiteLink>
    </span>
  </p>
)
