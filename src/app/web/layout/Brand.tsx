import { paths } from '#core/paths.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'

/** The star icon and the site's name. */
export const Brand = ({ onNavigate }: { onNavigate?(): void }) => {
  const { name } = useSite()
  return (
    <SiteLink
      href={paths.home}
      onClick={onNavigate}
      className="control flex min-w-0 items-center gap-2.5 rounded-lg px-3 text-base font-semibold tracking-tight"
    >
      <Icon name="star" size={22} className="flex-none fill-accent-fill text-accent-fill" />
      <span className="truncate">{name}</span>
    </SiteLink>
  )
}
