import { buttonClasses } from './button-classes.ts'
import { SiteLink } from './SiteLink.tsx'

type Props = {
  /** The accessible name of the navigation, which describes the contents of the list. */
  label: string
  /** The link to the first page; null if this is the first page. */
  newest: { href: string; label: string } | null
  /** The link to the next page; null if this is the last page. */
  older: { href: string; label: string } | null
}

/** Links between the pages of a list that is sorted newest first. */
export const PaginationLinks = ({ label, newest, older }: Props) => {
  const links = [newest, older].filter((link) => link !== null)
  return (
    links.length > 0 && (
      <nav aria-label={label} className="mt-4 flex gap-2">
        {links.map((link) => (
          <SiteLink key={link.href} href={link.href} className={buttonClasses()}>
            {link.label}
          </SiteLink>
        ))}
      </nav>
    )
  )
}
