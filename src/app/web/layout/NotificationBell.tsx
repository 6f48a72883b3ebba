import BellIcon from 'lucide-react/icons/bell'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

const MOST = 9

/** The way to the notifications, with how many are unread: 9+ above 9 (section 2). */
export const NotificationBell = ({ unread = 0 }: { unread?: number }) => (
  <SiteLink
    href={paths.notifications}
    aria-label={unread ? texts.unread(unread) : texts.notifications}
    className="control-square relative inline-flex items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
  >
    <BellIcon size={18} />
    {unread > 0 && (
      <span
        aria-hidden
        className="absolute top-0.5 right-0.5 min-w-4.5 rounded-full bg-danger-fill px-1 text-center text-[11px] leading-4.5 font-semibold text-on-danger"
      >
        {unread > MOST ? `${MOST}+` : unread}
      </span>
    )}
  </SiteLink>
)
