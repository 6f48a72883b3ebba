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

/** A row whose cells are aligned with those of the list's other rows, on screens that are wide enough. */
export const TABLE_ROW = 'xl:col-span-full xl:grid xl:grid-cols-subgrid xl:items-center'

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

type Props = {
  /** The row's accessible name. */
  label: string
  title: ReactNode
  /** Details shown in small print next to the title. */
  facts?: ReactNode
  /** The values of the list's columns, shown instead of the details on screens that are wide enough. */
  cells?: readonly { label: string; value: ReactNode; isText?: boolean }[]
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

/**
 * A row in a list. On wide screens, it is one line high, so that 25 rows fit on a screen. On phones, it takes
 * up several lines, with the buttons at the bottom. On touch screens, the buttons keep their full height.
 */
export const AdminRow = ({ label, title, facts, cells, actions, error, dialog, more, children }: Props) => {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const hasText = Boolean(children) || Boolean(more)
  return (
    <article
      aria-label={label}
      tabIndex={-1}
      className={classNames('relative px-3 narrow:py-2', cells && TABLE_ROW)}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-2.5 wide:min-h-[26px] xl:flex-nowrap wide:has-[[data-open]]:flex-wrap',
          cells && TABLE_ROW,
        )}
      >
        <div
          className={classNames(
            'flex min-w-0 items-center gap-1.5 text-sm font-medium flex-wrap narrow:wrap-anywhere wide:max-w-[40%] wide:flex-none wide:whitespace-nowrap xl:max-w-[55%] xl:flex-nowrap wide:[&>:first-child]:truncate narrow:pr-9',
            cells && 'xl:max-w-none!',
          )}
        >
          {title}
        </div>
        {facts && (
          <div
            className={classNames(
              'text-xs text-muted narrow:basis-full narrow:wrap-anywhere',
              cells && 'xl:hidden',
              hasText
                ? 'wide:max-w-[30%] wide:flex-none wide:truncate'
                : 'wide:min-w-0 wide:grow wide:truncate',
            )}
          >
            {facts}
          </div>
        )}
        {cells?.map((cell) => (
          <div
            key={cell.label}
            className={classNames(
              'truncate text-xs text-muted tabular-nums max-xl:hidden',
              !cell.isText && 'text-right',
            )}
          >
            <span className="sr-only">{`${cell.label}: `}</span>
            {cell.value}
          </div>
        ))}
        {hasText && (
          <div
            data-open={isOpen || undefined}
            className={classNames(
              'text-xs wrap-anywhere narrow:mt-1 narrow:basis-full',
              isOpen
                ? 'flex basis-full flex-col gap-1 pb-2 wide:order-1'
                : 'line-clamp-3 text-muted wide:line-clamp-1 wide:min-w-0 wide:grow wide:basis-0 [&_p]:inline',
            )}
          >
            {children}
            {isOpen && more}
          </div>
        )}
        {(actions || hasText) && (
          <div className="flex flex-wrap items-center gap-1.5 wide:ml-auto wide:flex-none xl:flex-nowrap narrow:[&_.button]:mt-1.5 [&_.button]:px-2 xl:[&_.button]:px-1.5 [&_.button]:text-xs wide:[&_.button]:min-h-6 wide:[&_.button]:py-0 wide:pointer-coarse:[&_.button]:min-h-11">
            {actions}
            {hasText ? (
              <IconButton
                name={adminTexts.details(label)}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className="narrow:absolute narrow:top-0 narrow:right-0 wide:pointer-fine:size-6"
              >
                <Icon name="chevron-down" size={16} className={isOpen ? 'rotate-180' : ''} />
              </IconButton>
            ) : (
              // Aligns the actions with those of rows that can be opened.
              !cells && <span className="control-square narrow:hidden wide:pointer-fine:size-6" />
            )}
          </div>
        )}
      </div>
      {error && (
        <div className="my-2">
          <ErrorNotice
            retryLabel={adminTexts.reload}
            onRetry={() => void client.invalidateQueries({ queryKey: adminQueryKey() })}
          >
            {error}
          </ErrorNotice>
        </div>
      )}
      {dialog}
    </article>
  )
}

export const Badge = ({ children, isWarning = false }: { children: ReactNode; isWarning?: boolean }) => (
  <span
    className={`flex-none rounded-sm border px-1.5 text-xs leading-4 font-normal ${isWarning ? 'border-danger text-danger' : 'text-muted'}`}
  >
    {children}
  </span>
)
