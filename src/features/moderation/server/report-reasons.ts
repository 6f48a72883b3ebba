import { limits } from '#core/limits.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import { getSiteTextOrDefault } from '#features/site-texts/server/read-site-text.ts'
import type { AnySql } from '#server/database/connect.ts'

/** Lists the operator's reasons for reports and decisions, one per line of the text. Lines that are too long are left out. */
export const listReasons = async (sql: AnySql): Promise<string[]> => {
  const { text } = await getSiteTextOrDefault(sql, 'report-reasons')
  const lines = text.split('\n').map(cleanText)
  return [...new Set(lines)].filter((line) => line !== '' && countCharacters(line) <= limits.reportReason)
}

/** Returns the first of the operator's reasons that names spam; '' if none does. */
export const findSpamReason = async (sql: AnySql): Promise<string> =>
  (await listReasons(sql)).find((reason) => /spam/i.test(reason)) ?? ''
