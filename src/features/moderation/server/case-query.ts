import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { CLAIM_MINUTES, type caseSources, type SubjectKind } from '../contract-values.ts'

export type CaseSource = (typeof caseSources)[number]
export type SubjectKey = Pick<ModeratedSubject, 'id' | 'version'> & { kind: SubjectKind }

/**
 * The only rule for which cases (`c` in the surrounding query) a moderator sees: moderators of the site see all, and
 * those of topics what is about content in their topics. Some cases are for admins only.
 */
export const canSeeCase = (sql: AnySql, member: Member): SqlFragment => {
  if (member.isAdmin || member.isModerator) return isOpenToModerator(sql, member)
  return sql`(c.topic_id = any(${[...member.moderatedTopics]}::integer[]) and ${isOpenToModerator(sql, member)})`
}

/** An SQL condition that the case `c` is not one of those that only admins see. */
export const isOpenToModerator = (sql: AnySql, { isAdmin }: Member): SqlFragment =>
  isAdmin ? sql`true` : sql`not c.is_for_admins`

/** Prevents others from opening a case about the same subject until the transaction ends. */
const lockSubject = (tx: AnySql, { kind, id, version }: SubjectKey) => tx`
  select pg_advisory_xact_lock(hashtextextended('moderated subject ' || ${kind}::text || ' ' || ${id}::integer || ' ' || ${version}::integer, 0))`

/**
 * Returns the id of the open case about a subject, or of a new one. With `isForAdmins`, moderators do not see a new one,
 * unless somebody who can read the subject reports it later. They then read its title as it was reported.
 */
export const findOrOpenCase = async (
  tx: AnySql,
  kind: SubjectKind,
  subject: Omit<ModeratedSubject, 'text'>,
  {
    source,
    isUrgent = false,
    findings = [],
    isForAdmins = false,
  }: { source: CaseSource; isUrgent?: boolean; findings?: readonly string[]; isForAdmins?: boolean },
): Promise<number> => {
  await lockSubject(tx, { kind, id: subject.id, version: subject.version })
  const [row] = await tx<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, subject_version, post_id, topic_id, author_id, excerpt, source, is_urgent, findings, is_for_admins)
    values (${kind}, ${subject.id}, ${subject.version}, ${subject.postId}, ${subject.topicId}, ${subject.authorId}, ${subject.excerpt},
      ${source}, ${isUrgent}, ${[...findings]}::text[], ${isForAdmins})
    on conflict (subject_kind, subject_id, subject_version) where is_open do update
      set is_urgent = moderation_cases.is_urgent or excluded.is_urgent,
        is_for_admins = moderation_cases.is_for_admins and excluded.is_for_admins,
        excerpt = case when moderation_cases.is_for_admins and not excluded.is_for_admins then excluded.excerpt else moderation_cases.excerpt end,
        topic_id = coalesce(excluded.topic_id, moderation_cases.topic_id),
        findings = (select array(select distinct unnest(moderation_cases.findings || excluded.findings)))
    returning id`
  if (!row) throw new Error('No case was opened')
  return row.id
}

export type CaseRow = {
  id: number
  kind: SubjectKind
  postId: number | null
  subjectId: number
  version: number
  topicId: number | null
  authorId: number | null
  excerpt: string
  isOpen: boolean
  /** The moderator who works on it, unless the claim has ended. */
  claimedBy: number | null
}

const caseColumns = (sql: AnySql): SqlFragment => sql`
  c.id, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.post_id, c.topic_id, c.author_id, c.excerpt, c.is_open,
  ${activeClaim(sql)} as claimed_by`

/** An SQL expression for the moderator whose claim of the case `c` has not ended. */
export const activeClaim = (sql: AnySql): SqlFragment =>
  sql`(case when c.claimed_at > now() - ${CLAIM_MINUTES}::integer * interval '1 minute' then c.claimed_by end)`

/** Returns a case that the moderator sees, or null. */
export const selectCaseRow = async (sql: AnySql, member: Member, id: number): Promise<CaseRow | null> => {
  const [row] = await sql<CaseRow[]>`
    select ${caseColumns(sql)} from moderation_cases c where c.id = ${id} and ${canSeeCase(sql, member)}`
  return row ?? null
}

/** Locks a case and returns it. Call it after the subject has been locked. */
export const lockCase = async (tx: AnySql, id: number): Promise<CaseRow> => {
  const [row] = await tx<CaseRow[]>`
    select ${caseColumns(tx)} from moderation_cases c where c.id = ${id} for no key update`
  if (!row) throw new HttpError('case-not-found')
  return row
}

/** Gives a case to a moderator, or to nobody. */
export const updateClaim = (tx: AnySql, id: number, moderatorId: number | null) => tx`
  update moderation_cases set claimed_by = ${moderatorId}, claimed_at = case when ${moderatorId}::integer is null then null else now() end
  where id = ${id}`

/** Moves the open cases about a post, and about what is on it, to the moderators of its topic; null for those of the site. */
export const updateTopicOfCases = (tx: AnySql, postId: number, topicId: number | null) => tx`
  update moderation_cases set topic_id = ${topicId} where post_id = ${postId} and is_open`

/** Closes a case, or opens it again. Of two cases about the same subject, only one can be open. */
export const updateIsOpen = (tx: AnySql, id: number, isOpen: boolean) => tx`
  update moderation_cases c set is_open = ${isOpen}, claimed_by = null, claimed_at = null
  where c.id = ${id} and not (${isOpen} and exists (
    select from moderation_cases o
    where o.is_open and (o.subject_kind, o.subject_id, o.subject_version) = (c.subject_kind, c.subject_id, c.subject_version)))`
