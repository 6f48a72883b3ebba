import { paths } from '#core/paths.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { subjectLinkTexts } from './subject-link-texts.ts'

/** A link to something that the action being confirmed affects, so that an admin can look at it first. */
export type Subject = { href: string; label: string }

export const profileSubject = (username: string): Subject => ({
  href: paths.profile(username),
  label: subjectLinkTexts.viewProfile(username),
})

export const topicSubject = (name: string): Subject => ({
  href: paths.topic(name),
  label: subjectLinkTexts.viewTopic(name),
})

/** Shows the links. They open in a new tab, so that the dialog and the reason typed into it are not lost. */
export const SubjectLinks = ({ subjects }: { subjects: readonly Subject[] }) => (
  <p className="mb-4 flex flex-wrap gap-x-4 text-sm empty:hidden">
    {subjects.map(({ href, label }) => (
      <a
        key={href}
        href={href}
        target="_blank"
        rel="noopener"
        className="control inline-flex items-center gap-1.5 text-accent hover:underline"
      >
        {label}
        <Icon name="square-arrow-out-up-right" size={14} />
        <span className="sr-only">{subjectLinkTexts.newTab}</span>
      </a>
    ))}
  </p>
)
