import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { DecisionAction, SubjectKind } from '../contract-values.ts'
import { MAX_UNCONFIRMED_NOTICES, NOTICE_CONFIRMATION_DAYS, NOTICE_SENDER_DAYS } from '../contract-values.ts'
import type { SubjectKey } from './case-query.ts'
import { insertModeratedText } from './moderated-texts-query.ts'
import { storedTitle } from './reports-query.ts'

type Sender = { email: string; words: string }

/** An SQL expression for the mailbox of an email: mail to `ada+1@example.org` arrives at `ada@example.org`. */
const mailbox = (sql: AnySql, email: SqlFragment): SqlFragment =>
  sql`lower(regexp_replace(${email}, '[+][^@]*@', '@'))`

/** Prevents other notices of the same sender until the transaction ends. */
export const lockNoticeSender = (tx: AnySql, { email, words }: Sender) => tx`
  select pg_advisory_xact_lock(hashtextextended('legal notice ' || ${email === '' ? tx`lower(${words}::text)` : mailbox(tx, tx`${email}::text`)}, 0))`

/**
 * Returns whether the sender has a notice about the subject that waits for its confirmation or a decision. A notice
 * without an email is repeated if its words are the same.
 */
export const hasOpenNotice = async (
  tx: AnySql,
  { email, words }: Sender,
  { kind, id, version }: SubjectKey,
): Promise<boolean> => {
  const [row] = await tx<{ id: number }[]>`
    select r.id from reports r left join moderation_cases c on c.id = r.case_id
    where r.is_legal and ${email === '' ? tx`r.email = '' and r.words = ${words}` : tx`lower(r.email) = lower(${email}) and r.email <> ''`}
      and (r.subject_kind, r.subject_id, r.subject_version) = (${kind}::text, ${id}::integer, ${version}::integer)
      and (r.case_id is null or c.is_open)
    limit 1`
  return row !== undefined
}

/** Returns whether as many notices of the sender's mailbox as possible wait for their confirmation. */
export const hasTooManyUnconfirmed = async (tx: AnySql, email: string): Promise<boolean> => {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from reports
    where is_legal and ${mailbox(tx, tx`email`)} = ${mailbox(tx, tx`${email}::text`)} and email <> '' and case_id is null`
  return (row?.count ?? 0) >= MAX_UNCONFIRMED_NOTICES
}

type NewNotice = {
  kind: SubjectKind
  subject: ModeratedSubject
  /** Null until its sender has confirmed it. */
  caseId: number | null
  reason: string
  words: string
  name: string
  email: string
  url: string
}

export const insertLegalNotice = async (
  tx: AnySql,
  { kind, subject, ...notice }: NewNotice,
): Promise<number> => {
  const [row] = await tx<{ id: number }[]>`
    with stored_text as (${insertModeratedText(tx, kind, subject)})
    insert into reports (case_id, subject_kind, subject_id, subject_version, reason, words, is_legal, name, email, url, revision)
    values (${notice.caseId}, ${kind}, ${subject.id}, ${subject.version}, ${notice.reason}, ${notice.words}, true,
      ${notice.name}, ${notice.email}, ${notice.url}, ${subject.revision})
    returning id`
  if (!row) throw new Error('No notice was stored')
  return row.id
}

type UnconfirmedNotice = { email: string; url: string; createdAt: Date }

/** Stores the hash of the token in a new link, which replaces the last one. Returns null if no confirmation is needed. */
export const updateConfirmHash = async (
  sql: AnySql,
  id: number,
  hash: Buffer,
): Promise<UnconfirmedNotice | null> => {
  const [row] = await sql<UnconfirmedNotice[]>`
    update reports set confirm_hash = ${hash}
    where id = ${id} and is_legal and case_id is null and email <> '' returning email, url, created_at`
  return row ?? null
}

type LockedNotice = SubjectKey & {
  reportId: number
  isConfirmed: boolean
  /** What the subject was called when the notice was sent; null if that is not stored. */
  title: string | null
}

/** Locks the notice whose link has this token, unless the link has expired. */
export const lockNoticeByHash = async (tx: AnySql, hash: Buffer): Promise<LockedNotice | null> => {
  const [row] = await tx<LockedNotice[]>`
    select r.id as report_id, r.subject_kind as kind, r.subject_id as id, r.subject_version as version, r.confirmed_at is not null as is_confirmed,
      ${storedTitle(tx)} as title
    from reports r
    where r.confirm_hash = ${hash} and (r.confirmed_at is not null or r.created_at > now() - ${NOTICE_CONFIRMATION_DAYS}::integer * interval '1 day')
    for update of r`
  return row ?? null
}

export const updateConfirmed = (tx: AnySql, id: number, caseId: number) =>
  tx`update reports set case_id = ${caseId}, confirmed_at = now() where id = ${id}`

export type MailedNotice = {
  email: string
  url: string
  reason: string
  words: string
  createdAt: Date
}

/** Returns what a mail to the sender says. Null if the notice has none or does not exist. */
export const selectNoticeForMail = async (sql: AnySql, id: number): Promise<MailedNotice | null> => {
  const [row] = await sql<MailedNotice[]>`
    select email, url, reason, words, created_at from reports where id = ${id} and is_legal and email <> '' and case_id is not null`
  return row ?? null
}

export type MailedDecision = {
  subjectKind: SubjectKind
  action: DecisionAction
  reason: string
  words: string
  isLegal: boolean
  moderatorRole: string
  endsAt: Date | null
  createdAt: Date
  reversedAt: Date | null
}

/** Returns what a mail to a notifier says about a decision. */
export const selectDecisionForMail = async (sql: AnySql, id: number): Promise<MailedDecision | null> => {
  const [row] = await sql<MailedDecision[]>`
    select c.subject_kind, d.action, d.reason, d.words, d.is_legal, d.moderator_role, d.ends_at, d.created_at, d.reversed_at
    from moderation_decisions d join moderation_cases c on c.id = d.case_id where d.id = ${id}`
  return row ?? null
}

/** Deletes up to `max` notices that nobody has confirmed in time. */
export const deleteUnconfirmedNotices = (sql: AnySql, max: number) => sql`
  delete from reports where id in (
    select id from reports where case_id is null and created_at < now() - ${NOTICE_CONFIRMATION_DAYS}::integer * interval '1 day' limit ${max})`

/** Deletes the names and emails of up to `max` senders whose notices have been decided long ago. */
export const forgetNoticeSenders = (sql: AnySql, max: number) => sql`
  update reports set name = '', email = '' where id in (
    select r.id from reports r join moderation_cases c on c.id = r.case_id
    where r.is_legal and r.email <> '' and not c.is_open and not exists (
      select from moderation_decisions d
      where d.case_id = c.id and greatest(d.created_at, d.reversed_at) > now() - ${NOTICE_SENDER_DAYS}::integer * interval '1 day')
    limit ${max})`
