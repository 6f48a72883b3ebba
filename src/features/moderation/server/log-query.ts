import type { AnySql } from '#server/database/connect.ts'
import type { LogEntry, ModerationFigure } from '../contract-log.ts'
import type { SubjectKind } from '../contract-values.ts'

type LogPage = {
  kind?: SubjectKind | undefined
  month?: string | undefined
  limit: number
  after?: number | undefined
}

/**
 * Lists decisions for everybody, newest first. It selects nothing of what they are about: no excerpt, author, id or words.
 * Dismissals are in the figures only, because they change nothing and would say what was reported.
 */
export const selectLog = (
  sql: AnySql,
  { kind, month, limit, after }: LogPage,
  { showsNames }: { showsNames: boolean },
) => sql<LogEntry[]>`
  select d.id, c.subject_kind, d.action, d.reason, d.is_legal, d.ends_at, d.moderator_role,
    ${showsNames ? sql`nullif(d.moderator_name, '')` : sql`null::text`} as moderator, d.created_at, d.reversed_at,
    case when d.reversed_at is null then null
      when exists (select from appeals a where a.decision_id = d.id and a.is_granted) then 'appeal' else 'review' end as reversal
  from moderation_decisions d join moderation_cases c on c.id = d.case_id
  where d.action <> 'dismiss' and d.id < ${after ?? 2_147_483_647}::integer
    ${kind === undefined ? sql`` : sql`and c.subject_kind = ${kind}`}
    ${
      month === undefined
        ? sql``
        : sql`and d.created_at >= ${`${month}-01`}::timestamp at time zone 'UTC'
      and d.created_at < (${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC'`
    }
  order by d.id desc limit ${limit}`

/** Counts what moderators did in each month of a year (UTC). Months and names without anything are left out. */
export const selectFigures = (sql: AnySql, year: number) => {
  const from = `${year}-01-01`
  const isOfYear = (column: ReturnType<AnySql>) => sql`
    ${column} >= ${from}::timestamp at time zone 'UTC' and ${column} < (${from}::timestamp + interval '1 year') at time zone 'UTC'`
  const monthOf = (column: ReturnType<AnySql>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM')`
  return sql<ModerationFigure[]>`
    with decided as materialized (
      select ${monthOf(sql`d.created_at`)} as month, d.action, d.reason, d.moderator_role, c.subject_kind, c.source,
        extract(epoch from d.created_at - c.opened_at) / 3600 as hours
      from moderation_decisions d join moderation_cases c on c.id = d.case_id where ${isOfYear(sql`d.created_at`)}
    )
    select month, figure, name, value::float8 as value from (
      select month, 'decisions by action' as figure, action as name, count(*)::numeric as value from decided group by month, action
      union all select month, 'decisions by kind', subject_kind, count(*) from decided group by month, subject_kind
      union all select month, 'decisions by reason', reason, count(*) from decided where reason <> '' group by month, reason
      union all select month, 'decisions by role', moderator_role, count(*) from decided group by month, moderator_role
      union all select month, 'median hours to a decision', 'reports', round(percentile_cont(0.5) within group (order by hours)::numeric, 1)
        from decided where source = 'reports' and moderator_role <> 'automatic' group by month
      union all select ${monthOf(sql`r.created_at`)} as month, 'reports', case when r.is_legal then 'legal notices' else 'members' end, count(*)
        from reports r where r.case_id is not null and ${isOfYear(sql`r.created_at`)} group by 1, 3
      union all select ${monthOf(sql`a.created_at`)} as month, 'appeals', 'received', count(*)
        from appeals a where ${isOfYear(sql`a.created_at`)} group by 1
      union all select ${monthOf(sql`a.answered_at`)} as month, 'appeals', case when a.is_granted then 'granted' else 'rejected' end, count(*)
        from appeals a where a.answered_at is not null and ${isOfYear(sql`a.answered_at`)} group by 1, 3
      union all select ${monthOf(sql`d.reversed_at`)} as month, 'reversals', 'decisions', count(*)
        from moderation_decisions d where d.reversed_at is not null and ${isOfYear(sql`d.reversed_at`)} group by 1
    ) figures
    order by month, figure, name`
}
