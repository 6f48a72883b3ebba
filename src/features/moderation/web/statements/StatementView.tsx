import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { buildPath } from '#core/paths.ts'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { formatDay, ownDecisionSentences, subjectNames } from '../../contract-messages.ts'
import type { Statement } from '../../contract-statements.ts'
import { AppealSection } from './AppealSection.tsx'
import { statementQuery } from './queries.ts'
import { statementTexts } from './texts.ts'

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
      {children}
    </dd>
  </div>
)

const describeOrigin = ({ hasReports, hasLegalNotices }: Statement): string => {
  const { reports, notices, own } = statementTexts.origins
  const origins = [hasReports ? reports : '', hasLegalNotices ? notices : ''].filter((text) => text !== '')
  return origins.length > 0 ? origins.join(' ') : own
}

/** A statement of reasons with the appeal (docs/spec/moderation.md#statements-of-reasons). */
export const StatementView = ({ id }: { id: number }) => {
  const { data: statement } = useSuspenseQuery(statementQuery(id))
  const { subjectKind, excerpt, action, reason, words, isLegal, endsAt, createdAt, reversedAt } = statement
  const heading = statement.isOwn ? statementTexts.about : statementTexts.aboutOther
  return (
    <article className="flex flex-col gap-8">
      <div>
        {/* The list has the decisions about its reader only. */}
        {statement.isOwn && (
          <Breadcrumb links={[{ href: buildPath('statements'), label: statementTexts.heading }]} />
        )}
        <h1 className="text-xl font-semibold tracking-tight">{heading(subjectNames[subjectKind])}</h1>
        <p dir="auto" className="mt-1 wrap-anywhere text-muted">
          {excerpt}
        </p>
        {reversedAt && (
          <p className="mt-3 rounded-lg border bg-surface px-4 py-3 text-sm font-medium">
            {statementTexts.undone(formatDay(reversedAt))}
          </p>
        )}
      </div>
      <dl className="flex flex-col gap-3">
        <Row label={statementTexts.decided}>{ownDecisionSentences[action]}</Row>
        {reason !== '' && <Row label={isLegal ? statementTexts.law : statementTexts.rule}>{reason}</Row>}
        {words !== '' && <Row label={statementTexts.why}>{words}</Row>}
        <Row label={statementTexts.on}>{formatDay(createdAt)}</Row>
        {endsAt && <Row label={statementTexts.until}>{formatDay(endsAt)}</Row>}
        <Row label={statementTexts.by}>{statementTexts.roles[statement.moderatorRole]}</Row>
        <Row label={statementTexts.origin}>{describeOrigin(statement)}</Row>
        <Row label={statementTexts.checks}>
          {statement.findings.length === 0 ? statementTexts.noChecks : statement.findings.join('\n')}
        </Row>
      </dl>
      <Content statement={statement} />
      <AppealSection statement={statement} />
      <section>
        <h2 className="mb-1 text-base font-semibold">{statementTexts.others}</h2>
        <p className="text-sm text-muted">{statementTexts.othersText}</p>
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
          <SiteLink href={buildPath('contact')} className="control inline-flex items-center underline">
            {statementTexts.contact}
          </SiteLink>
          <SiteLink href={buildPath('rules')} className="control inline-flex items-center underline">
            {statementTexts.rules}
          </SiteLink>
        </p>
      </section>
    </article>
  )
}

const Content = ({ statement: { content, posts, href } }: { statement: Statement }) => {
  if (content === '' && posts.length === 0 && href === null) return null
  return (
    <section>
      <h2 className="mb-2 text-base font-semibold">{statementTexts.content}</h2>
      {posts.length > 0 && (
        <ul className="mb-2 list-disc pl-5 text-sm">
          {posts.map((post) => (
            <li key={post.href} dir="auto" className="wrap-anywhere">
              <SiteLink href={post.href} className="inline-link underline">
                {post.title}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
      {content !== '' && (
        <blockquote
          dir="auto"
          className="rounded-lg border bg-surface px-4 py-3 text-sm wrap-anywhere whitespace-pre-line"
        >
          {content}
        </blockquote>
      )}
      {href !== null && (
        <SiteLink href={href} className="control mt-1 inline-flex items-center text-sm underline">
          {statementTexts.open}
        </SiteLink>
      )}
    </section>
  )
}
