import { Link, type LinkComponentProps } from '@tanstack/react-router'

type Props = Omit<LinkComponentProps<'a'>, 'to' | 'search' | 'href'> & {
  /** A path of `paths`, with its query if it has one. */
  href: string
}

/** A link inside the site: no page load, data fetched ahead when the pointer comes near. `aria-current="page"` is its own. */
export const SiteLink = ({ href, ...rest }: Props) => {
  const [path = '/', query] = href.split('?')
  return (
    <Link
      activeOptions={{ exact: true, includeSearch: query !== undefined }}
      {...rest}
      to={path as '/'}
      search={Object.fromEntries(new URLSearchParams(query))}
    />
  )
}
