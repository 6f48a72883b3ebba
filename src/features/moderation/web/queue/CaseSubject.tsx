import { Gallery } from '#features/media/web/Gallery.tsx'
import { hiddenTextTexts } from '#features/posts/web/hidden-text-texts.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { CaseDetails, ModeratedText } from '../../contract.ts'
import { EarlierText, SubjectText } from './EarlierText.tsx'
import { queueTexts } from './texts.ts'

/** What the case is about, as it is now, and what automatic checks have found in it. */
export const CaseSubject = ({ found }: { found: CaseDetails }) => {
  const { subject, topic, hiddenText, earlierTexts } = found
  if (!subject) return <GoneSubject text={earlierTexts[0]} />
  const { text, exampleFiles, tags, labels, title, href, isVisible, isReadable } = subject
  const hidden = (['title', 'description', 'prompt'] as const).flatMap((field) => {
    const inField = hiddenText.filter((each) => each.field === field)
    return inField.length > 0 ? [hiddenTextTexts.contains(field, inField)] : []
  })
  const findings = [...found.findings, ...hidden]
  const facts = [
    ...(topic ? [{ name: queueTexts.topic, value: topic.name }] : []),
    ...(tags.length > 0 ? [{ name: queueTexts.tags, value: tags.map((tag) => `#${tag}`).join(' ') }] : []),
    ...(labels.length > 0
      ? [{ name: queueTexts.labels, value: labels.map((label) => queueTexts.postLabels[label]).join(', ') }]
      : []),
  ]
  return (
    <div className="flex flex-col gap-3 text-sm">
      {!isVisible && <p className="font-medium">{queueTexts.hidden}</p>}
      {!isReadable && <p>{queueTexts.unreadable}</p>}
      {text && <SubjectText>{text}</SubjectText>}
      <Gallery files={exampleFiles} title={title} maxVisible={4} />
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {findings.length > 0 && (
        <div className="rounded-lg border px-4 py-3">
          <h3 className="font-medium">{queueTexts.findings}</h3>
          <ul className="list-disc pl-5">
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </div>
      )}
      {href && (
        <SiteLink href={href} className="inline-link self-start text-accent hover:underline">
          {queueTexts.open}
        </SiteLink>
      )}
    </div>
  )
}

const GoneSubject = ({ text }: { text: ModeratedText | undefined }) => (
  <div className="flex flex-col gap-2 text-sm">
    <p>{queueTexts.gone}</p>
    {text && (
      <>
        <p className="text-muted">{queueTexts.goneText}</p>
        <EarlierText text={text} />
      </>
    )}
  </div>
)
