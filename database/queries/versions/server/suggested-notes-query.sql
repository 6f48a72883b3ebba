-- src/features/versions/server/suggested-notes-query.ts

update post_versions set note = '' where suggested_by = $1 and note <> '';
