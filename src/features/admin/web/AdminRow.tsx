import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { paths } from '#core/paths.ts'
import { classNames } from '#web/kit/class-names.ts'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { adminQueryKey } from './queries.ts'
import { adminTexts } from './texts.ts'

type FromProps = { user: { username: string }; createdAt: Date }

/** Links to a member's profile. */
export const MemberLink = ({ username }: { username: string }) => (
  <SiteLink href={paths.profile(username)} className="hover:underline">
    {username}
  </SiteLink>
)

/** Shows an item's sender and time. */
export const SenderAndTime = ({ user, createdAt }: FromProps) => (
  <>
    {adminTexts.by} <MemberLink {...user} /> · <RelativeTime date={createdAt} />
  </>
)

/** The cells of an item's sender and time. */
export const senderCells = ({ user, createdAt }: FromProps): Cell[] => [
  { label: adminTexts.columns.member, value: <MemberLink {...user} /> },
  { label: adminTexts.columns.time, value: <RelativeTime date={createdAt} /> },
]

export type Cell = { label: string; value: ReactNode; isNumber?: true }

type Props = {
  /** The row's accessible name. */
  label: string
  title: ReactNode
  /** Details shown in small print next to the title, instead of the cells, on screens that are too narrow for a table. */
  facts?: ReactNode
  /** The values of the columns between the title and the text. */
  cells?: readonly Cell[]
  actions?: ReactNode
  /** The error message from the last action on this row. */
  error?: string | null
  /** The open dialog, if any. */
  dialog?: ReactNode
  /** Content shown below the text while the row is open. */
  more?: ReactNode
  /** The row's text, truncated to one line, or to three on phones, until the row is opened. */
  children?: ReactNode
}

/** Classes of a row among comfortable ones. */
const TALL_ROW = 'wide:in-data-[density=comfortable]:min-h-10 xl:in-data-[density=comfortable]:h-10'

/**
 * A row in a list. On touch screens, its buttons keep their full height. By width:
 * - phones: several lines, with the buttons at the bottom
 * - tablets: the name and the buttons, and below them the small print and the text
 * - from 1280 px: one line, so that 25 rows fit on a screen, unless the admin has chosen comfortable rows. A long name wraps.
 * - from 1440 px: one line; a long name is cut off.
 */
export const AdminRow = ({
  label,
  title,
  facts,
  cells = [],
  actions,
  error,
  dialog,
  more,
  children,
}: Props) => {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const hasText = Boolean(children) || Boolean(more)
  return (
    <tr
      aria-label={label}
      tabIndex={-1}
      className={classNames(
        'relative flex flex-wrap items-center gap-x-2.5 px-3 outline-none focus-visible:bg-sunken narrow:py-2 wide:max-xl:py-1 wide:min-h-[26px] xl:table-row xl:h-[26px]',
        TALL_ROW,
      )}
    >
      <td className="min-w-0 text-sm font-medium wide:max-xl:flex-1 xl:max-w-80 xl:pl-3">
        <div className="flex items-center gap-1.5 flex-wrap narrow:pr-9 max-xl:wrap-anywhere xl:wrap-break-word min-[90rem]:flex-nowrap min-[90rem]:whitespace-nowrap min-[90rem]:[&>:first-child]:truncate">
          {title}
        </div>
      </td>
      {facts && (
        <td className="basis-full text-xs wrap-anywhere text-muted wide:order-1 xl:hidden">{facts}</td>
      )}
      {cells.map((cell) => (
        <td
          key={cell.label}
          className={classNames(
            'max-w-60 truncate px-2 text-muted tabular-nums max-xl:hidden',
            cell.isNumber && 'text-right',
          )}
        >
          {cell.value}
        </td>
      ))}
      {hasText && (
        <td
          className={classNames(
            'basis-full wrap-anywhere narrow:mt-1 wide:order-1 xl:w-full xl:max-w-0 xl:px-2',
            isOpen ? 'py-1' : 'text-muted',
          )}
        >
          <div
            data-open={isOpen || undefined}
            className={isOpen ? 'flex flex-col gap-1' : 'line-clamp-3 wide:line-clamp-1 [&_p]:inline'}
          >
            {children}
            {isOpen && more}
          </div>
        </td>
      )}
      <td className="narrow:basis-full wide:ml-auto wide:flex-none xl:w-0 xl:pr-3">
        <div className="flex flex-wrap items-center gap-1.5 wide:flex-nowrap wide:justify-end narrow:[&_.button]:mt-1.5 [&_.button]:px-2 xl:[&_.button]:px-1.5 [&_.button]:text-xs wide:[&_.button]:min-h-6 wide:[&_.button]:py-0 wide:pointer-coarse:[&_.button]:min-h-11">
          {actions}
          {hasText && (
            <IconButton
              name={adminTexts.details(label)}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="narrow:absolute narrow:top-0 narrow:right-0 wide:pointer-fine:size-6"
            >
              <Icon name="chevron-down" size={16} className={isOpen ? 'rotate-180' : ''} />
            </IconButton>
          )}
        </div>
        {error && (
          <div className="my-2 xl:min-w-80">
            <ErrorNotice
              retryLabel={adminTexts.reload}
              onRetry={() => void client.invalidateQueries({ queryKey: adminQueryKey() })}
            >
              {error}
            </ErrorNotice>
          </div>
        )}
        {dialog}
      </td>
    </tr>
  )
}

export const Badge = ({ children, isWarning = false }: { children: ReactNode; isWarning?: boolean }) => (
  <span
    className={`flex-none rounded-sm border px-1.5 text-xs leading-4 font-normal ${isWarning ? 'border-danger text-danger' : 'text-muted'}`}
  >
    {children}
  </span>
)
