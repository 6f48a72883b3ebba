import type { AnySql } from '#server/database/connect.ts'
import type { SiteText } from '../contract.ts'
import { defaultSiteTexts } from '../contract-messages.ts'
import type { SiteTextName } from '../contract-values.ts'
import { selectSiteText } from './site-texts-query.ts'

/** Returns the operator's text, or the default text if there is none. */
export const getSiteTextOrDefault = async (sql: AnySql, name: SiteTextName): Promise<SiteText> => {
  const written = await selectSiteText(sql, name)
  return written?.text
    ? { name, text: written.text, updatedAt: written.updatedAt }
    : { name, text: defaultSiteTexts[name], updatedAt: null }
}
