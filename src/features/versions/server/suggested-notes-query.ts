import type { AnySql } from '#server/database/connect.ts'

/** Deletes the notes of versions that a member has suggested: each is the member's reason for the edit. */
export const deleteNotesOfSuggestedVersions = (tx: AnySql, memberId: number) =>
  tx`update post_versions set note = '' where suggested_by = ${memberId} and note <> ''`
