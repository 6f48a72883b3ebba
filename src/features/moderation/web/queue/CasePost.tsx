import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { CaseDetails } from '../../contract.ts'
import { queueTexts } from './texts.ts'

/** The post that a comment, suggested edit or result of a case is about, with its beginning. */
export const CasePost = ({ post: { title, text, href } }: { post: NonNullable<CaseDetails['post']> }) => (
  <section aria-labelledby="case-post" className="text-sm">
    <h3 id="case-post" className="mb-1 font-semibold">
      {queueTexts.postHeading}
    </h3>
    <p dir="auto" className="font-medium wrap-anywhere">
      {href === null ? (
        title
      ) : (
        <SiteLink href={href} className="inline-link">
          {title}
        </SiteLink>
      )}
    </p>
    <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line text-muted">
      {text}
    </p>
  </section>
)
