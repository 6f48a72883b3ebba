import type { AnySql, SqlFragment } from './connect.ts'

const inFields = (table: string) =>
  countRows(
    table,
    `fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and fields -> 'exampleFiles' <> '[]'`,
  )

/**
 * Counts instead of using `exists`: PostgreSQL assumes that a hundredth of all rows match `@>`, expects to find one of
 * them soon, and so reads the table from its start for each file. To count them, it uses the index.
 */
const countRows = (table: string, condition: string) =>
  `(select count(*) from ${table} where ${condition}) > 0`

/**
 * The SQL condition that something refers to the file called `name`: a post, a draft, a version of either, or a
 * member's avatar. It is the only list of the columns that contain files. Each of them has an index.
 */
export const IS_FILE_REFERENCED = `(${[
  countRows('posts', `example_files @> array['/media/' || name] and example_files <> '{}'`),
  ...['post_versions', 'drafts', 'draft_versions'].map(inFields),
  countRows('users', `avatar = '/media/' || name`),
].join('\n  or ')})`

/**
 * The SQL condition that readers see the file called `name` somewhere: in a post that is not restricted, in a version of
 * one that is not withdrawn, or as an avatar of somebody who is not suspended. Drafts are for their authors only.
 */
export const isFileShown = (sql: AnySql): SqlFragment =>
  sql.unsafe(
    `(${[
      countRows(
        'posts',
        `example_files @> array['/media/' || name] and example_files <> '{}' and restriction is null`,
      ),
      countRows(
        'post_versions v join posts p on p.id = v.post_id',
        `v.fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and v.fields -> 'exampleFiles' <> '[]' and p.restriction is null and not v.is_withdrawn`,
      ),
      countRows(
        'users',
        `avatar = '/media/' || name and not (is_suspended and (suspended_until is null or suspended_until > now()))`,
      ),
    ].join('\n  or ')})`,
  ) as unknown as SqlFragment
