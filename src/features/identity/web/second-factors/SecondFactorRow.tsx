import type { ReactNode } from 'react'
import type { IconName } from '#core/icon-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { secondFactorTexts } from './texts.ts'

type Props = { icon: IconName; name: string; facts: ReactNode; children: ReactNode }

/** A second factor in the list, with its buttons. */
export const SecondFactorRow = ({ icon, name, facts, children }: Props) => (
  <li className="flex flex-wrap items-center gap-3 px-4 py-3">
    <Icon name={icon} size={20} className="flex-none text-muted" />
    <span className="min-w-0 grow basis-40">
      <span className="block text-sm font-medium break-words">
        <bdi>{name}</bdi>
      </span>
      <span className="text-xs text-muted">{facts}</span>
    </span>
    <span className="flex flex-wrap gap-2">{children}</span>
  </li>
)

/** When a second factor was added and last used. */
export const SecondFactorUsage = ({ createdAt, usedAt }: { createdAt: Date; usedAt: Date | null }) => (
  <>
    {secondFactorTexts.added} <RelativeTime date={createdAt} />,{' '}
    {usedAt ? (
      <span>
        {secondFactorTexts.lastUsed} <RelativeTime date={usedAt} />
      </span>
    ) : (
      <span>{secondFactorTexts.neverUsed}</span>
    )}
  </>
)
