import type { ComponentType, ReactNode } from 'react'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = {
  href: string
  icon?: ComponentType<{ size?: number; className?: string }>
  onNavigate?(): void
  children: ReactNode
}

export const SidebarLink = ({ href, icon: Icon, onNavigate, children }: Props) => (
  <li>
    <SiteLink
      href={href}
      onClick={onNavigate}
      className="control flex items-center gap-3 rounded-lg px-3 py-1.5 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      {Icon && <Icon size={18} className="flex-none" />}
      {children}
    </SiteLink>
  </li>
)
