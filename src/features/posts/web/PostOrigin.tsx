import { licenses } from '#core/licenses.ts'
import type { PostFields } from '../contract-fields.ts'
import { lineageTexts } from './remix/texts.ts'

const LINK = 'inline-link hover:underline'

/** A post's license, with a link to its text, and its source. Renders nothing if the author has given neither. */
export const PostOrigin = ({ post }: { post: Pick<PostFields, 'license' | 'sourceUrl'> }) => {
  const { license, sourceUrl } = post
  // A server of the previous version sends neither.
  const { name, url } = licenses[license] ?? licenses.unspecified
  const isLicensed = name !== licenses.unspecified.name
  if (!isLicensed && !sourceUrl) return null
  return (
    <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-muted">
      {isLicensed && (
        <span>
          {lineageTexts.license}{' '}
          {url ? (
            <a href={url} rel="license noopener" target="_blank" className={LINK}>
              {name}
            </a>
          ) : (
            name
          )}
        </span>
      )}
      {sourceUrl && (
        <span className="min-w-0">
          {lineageTexts.source}{' '}
          <a href={sourceUrl} rel="nofollow ugc noopener" target="_blank" className={LINK}>
            <bdi>{new URL(sourceUrl).host}</bdi>
          </a>
        </span>
      )}
    </p>
  )
}
