import { pick } from '#core/pick.ts'
import { CUT_LOOKAHEAD } from '#core/text.ts'
import { buildColumnList } from '#server/database/columns.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import {
  getPostField,
  isTruncatedForVisitors,
  type PostFieldName,
  type PostFields,
  postFieldNames,
} from '../contract-fields.ts'

/** Lists the columns of all fields that members write: `p.title, p.description, …`. */
export const postFieldColumns = (sql: AnySql): SqlFragment => listColumns(sql, postFieldNames)

/** Lists columns of `p`, with the current names of tags whose renaming is in progress. */
const listColumns = (sql: AnySql, names: readonly PostFieldName[]): SqlFragment => {
  const others = names.filter((name) => name !== 'tags')
  return sql`${buildColumnList(sql, 'p', others)}, ${selectCurrentTags(sql)} as tags`
}

/**
 * PostgreSQL cannot inline `current_tags`, and calling it takes half of the time of reading ten cards. So it is called
 * only while a renaming is in progress, which is checked once per statement.
 */
const selectCurrentTags = (sql: AnySql): SqlFragment =>
  sql`case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end`

const wholeNames = postFieldNames.filter((name) => !isTruncatedForVisitors(name))
const cutNames = postFieldNames.filter(isTruncatedForVisitors)

/**
 * Lists the same columns, but only the beginning of the `isTruncatedForVisitors` fields: `max` characters, and what
 * `truncateText` needs to find the end of a grapheme cluster.
 */
export const truncatedPostFieldColumns = (sql: AnySql, max: number): SqlFragment =>
  cutNames.reduce(
    (columns, name) => sql`${columns}, left(p.${sql(name)}, ${max + CUT_LOOKAHEAD}) as ${sql(name)}`,
    listColumns(sql, wholeNames),
  )

/** Converts field values to column values and removes duplicates from lists. Absent fields stay undefined. */
export const toPostColumns = (fields: { [Name in PostFieldName]?: PostFields[Name] | undefined }) =>
  Object.fromEntries(
    Object.entries(pick(fields, postFieldNames)).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...new Set(value)] : value,
    ]),
  )

/** Lists the columns for an `insert`, in the same order as `jsonPostFields`: `title, example_files`. */
export const postFieldInsertColumns = (sql: AnySql): SqlFragment => namesIn(sql, (name) => sql(name))

/** Lists the fields of the records that `json_to_recordset` returns as `p`: `p.title, p."exampleFiles"`. */
export const jsonPostFields = (sql: AnySql): SqlFragment => namesIn(sql, (name) => sql.unsafe(`p."${name}"`))

/** Lists the column definitions for `json_to_recordset`: `title text, "exampleFiles" text[]`. */
export const jsonPostFieldDefinitions = (sql: AnySql): SqlFragment =>
  namesIn(sql, (name) => sql.unsafe(`"${name}" ${isList(name) ? 'text[]' : 'text'}`))

const isList = (name: PostFieldName) => !['text', 'choice'].includes(getPostField(name).kind)

const namesIn = (sql: AnySql, column: (name: PostFieldName) => SqlFragment): SqlFragment =>
  postFieldNames.map(column).reduce((list, next) => sql`${list}, ${next}`)
