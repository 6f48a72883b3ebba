import { paths } from '#core/paths.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { texts } from './texts.ts'

type Props = { user: { username: string }; createdAt: string }

/** The sender of an item and the time. */
export const From = ({ user: { username }, createdAt }: Props) => (
  <>
    {texts.by}{' '}
    <SiteLink href={paths.profile(username)} className="hover:underline">
      {username}
    </SiteLink>{' '}
    · <RelativeTime iso={createdAt} />
  </>
)
