import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { storeSynonyms } from '#features/search/server/terms-query.ts'
import type { SiteText } from '#features/site-texts/contract.ts'
import type { SiteTextName } from '#features/site-texts/contract-values.ts'
import { getSiteTextOrDefault } from '#features/site-texts/server/read-site-text.ts'
import { lockSiteText, upsertSiteText } from '#features/site-texts/server/site-texts-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { requireRevision } from '#server/http/if-match.ts'

/**
 * Writes one of the site's own texts, such as the terms or the synonyms, which searches then use. The audit log records
 * the text's length before and after the change. Throws 412 if the text was not last changed at the time `ifMatch`; that of a
 * text that comes with the site is `null`.
 */
export const writeSiteText = (
  sql: Sql,
  actor: Actor,
  name: SiteTextName,
  { text, ifMatch }: { text: string; ifMatch: string | null },
): Promise<SiteText> =>
  sql.begin(async (tx) => {
    await lockSiteText(tx, name)
    const before = await getSiteTextOrDefault(tx, name)
    requireRevision(ifMatch, before.updatedAt)
    const { id } = await upsertSiteText(tx, name, text)
    const after = await getSiteTextOrDefault(tx, name)
    if (name === 'synonyms') await storeSynonyms(tx, after.text)
    await recordAuditEvent(tx, actor, {
      action: 'edit-page',
      target: { id, name },
      before: { length: before.text.length },
      after: { length: after.text.length },
    })
    return after
  }) as Promise<SiteText>
