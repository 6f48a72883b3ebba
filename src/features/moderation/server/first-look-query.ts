import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { AnySql } from '#server/database/connect.ts'
import { findOrOpenCase } from './case-query.ts'

/** Returns whether moderators have approved a post of the member that has waited for a first look. */
export const hasApprovedFirstLook = async (tx: AnySql, memberId: number): Promise<boolean> =>
  (
    await tx`
      select from moderation_cases c join moderation_decisions d on d.case_id = c.id
      where c.author_id = ${memberId} and c.source = 'first-look' and d.action = 'dismiss' and d.reversed_at is null limit 1`
  ).length > 0

/** Opens the case of a post that waits for a look, which says why it waits. */
export const openFirstLook = (
  tx: AnySql,
  subject: ModeratedSubject,
  { isFirstLink, isCopy }: { isFirstLink: boolean; isCopy: boolean },
): Promise<number> =>
  findOrOpenCase(tx, 'post', subject, {
    source: 'first-look',
    findings: [
      ...(isFirstLink ? ['The first post of a newcomer with a link'] : []),
      ...(isCopy ? ['The same prompt has been removed'] : []),
    ],
  })

type WaitingCase = { postId: number; position: number; findings: string[] }

const MAX_COUNTED = 1_000

/**
 * Lists the open cases about these posts with their places in the queue, which are counted up to 1,000, and why the post waits
 * for a first look.
 */
export const selectWaitingCases = (sql: AnySql, postIds: readonly number[]) => sql<WaitingCase[]>`
  select c.subject_id as post_id, case when c.source = 'first-look' then c.findings else '{}' end as findings,
    (select count(*)::integer from (
      select from moderation_cases o where o.is_open and (o.is_urgent > c.is_urgent or o.is_urgent = c.is_urgent and o.id <= c.id)
      limit ${MAX_COUNTED}) ahead) as position
  from moderation_cases c
  where c.subject_kind = 'post' and c.subject_id = any(${[...postIds]}::integer[]) and c.is_open`
