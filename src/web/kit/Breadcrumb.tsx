import { classNames } from './class-names.ts'
import { SiteLink } from './SiteLink.tsx'

/** Not in the texts that every page loads. */
const LABEL = 'Breadcrumb'

type Props = {
  /** The pages above the current one, the highest first. */
  links: readonly { href: string; label: string }[]
  /** The title of the current page, if its heading does not follow immediately. It is truncated before the links. */
  current?: string
}

/** Links to the pages above the current one. */
export const Breadcrumb = ({ links, current }: Props) => {
  const isList = current !== undefined
  const [List, Item] = isList ? (['ol', 'li'] as const) : (['div', 'span'] as const)
  return (
    <nav aria-label={LABEL} className="text-sm text-muted">
      <List className="flex min-w-0 items-center gap-1.5 cramped:flex-wrap">
        {links.map(({ href, label }, index) => (
          <Item
            key={href}
            className={classNames(
              'flex items-center gap-1.5',
              isList || index > 0 ? 'max-w-[60%] flex-none cramped:max-w-full' : 'min-w-0',
            )}
          >
            {index > 0 && <span aria-hidden>›</span>}
            <SiteLink
              href={href}
              dir="auto"
              className="control inline-flex min-w-0 items-center hover:text-ink hover:underline"
            >
              <span className="truncate">{label}</span>
            </SiteLink>
          </Item>
        ))}
        {isList && (
          <Item aria-current="page" className="flex min-w-0 items-center gap-1.5">
            <span aria-hidden>›</span>
            <bdi className="truncate">{current}</bdi>
          </Item>
        )}
      </List>
    </nav>
  )
}
