import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import type { NotificationSettings } from '../contract.ts'
import { type NotificationKind, notificationKinds } from '../contract-values.ts'

/**
 * Returns an SQL condition that is true if the member receives this kind of notification. Both parameters may
 * be SQL expressions. The condition is cheap: most members have no row, so it reads only one page of a small
 * index.
 */
export const isNotificationEnabled = (
  sql: AnySql,
  userId: SqlFragment,
  kind: NotificationKind | SqlFragment,
): SqlFragment => sql`
  not exists (select from disabled_notifications d where d.user_id = ${userId} and d.kind = ${kind})`

export const selectNotificationSettings = async (sql: Sql, userId: number): Promise<NotificationSettings> => {
  const rows = await sql<
    { kind: string }[]
  >`select kind from disabled_notifications where user_id = ${userId}`
  const disabled = new Set(rows.map(({ kind }) => kind))
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, !disabled.has(kind)]),
  ) as NotificationSettings
}

export const updateNotificationSetting = (sql: Sql, userId: number, kind: NotificationKind, isOn: boolean) =>
  isOn
    ? sql`delete from disabled_notifications where user_id = ${userId} and kind = ${kind}`
    : sql`insert into disabled_notifications (user_id, kind) values (${userId}, ${kind}) on conflict do nothing`

export const disabledNotificationExport = defineExportSection(
  'disabledNotifications',
  (sql, user, after) =>
    sql`select id, kind from disabled_notifications where user_id = ${user} and id > ${after}`,
)
