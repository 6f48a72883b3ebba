import type { Viewer } from '#core/viewer.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canSeePost } from '#features/posts/server/visibility-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { MAX_COUNTED_ITEMS, MAX_COVER_FILES } from '../contract-values.ts'

/** Videos have no still picture. */
const VIDEO_FILE = '[.](mp4|webm|mov)$'

/**
 * An SQL expression for the pictures on the cover of the collection `c`: the first picture of each of its first posts
 * that the viewer can see and that have one. Only a limited number of posts is searched, so that lists stay fast.
 */
export const coverFilesColumn = (sql: AnySql, viewer: Viewer): SqlFragment => sql`
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ ${VIDEO_FILE} order by number limit 1) as picture
    from collection_items i ${joinPost(sql, sql`i.post_id`)}
    where i.collection_id = c.id and ${canSeePost(sql, viewer)}
    order by i.position limit ${MAX_COUNTED_ITEMS}::integer) first_items
  where picture is not null order by position limit ${MAX_COVER_FILES}::integer)`
