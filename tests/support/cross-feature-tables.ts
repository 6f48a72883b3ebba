/**
 * The files that write to tables that another feature owns. `tests/table-owners.test.ts` also fails if an entry is no
 * longer needed.
 */
export const crossFeatureWrites: Record<string, string[]> = {
  // The example content is inserted as it would look after weeks of use.
  'database/seed/insert-rows.ts': [
    'comments',
    'post_results',
    'posts',
    'topics',
    'user_post_bookmarks',
    'users',
    'votes',
  ],
}

/**
 * The files that read tables that another feature owns, with the names of those tables. The comments explain why each
 * file does so.
 */
export const crossFeatureReads: Record<string, string[]> = {
  // These scripts inspect the whole database.
  'database/seed.ts': ['posts'],
  'database/seed/insert-rows.ts': ['post_results', 'posts', 'topics', 'users'],
  'database/verify-counts.ts': [
    'comments',
    'post_results',
    'post_reveals',
    'post_versions',
    'posts',
    'reveal_counts',
    'topics',
    'users',
  ],

  // What nobody can appeal any longer depends on the decisions about it.
  'src/features/moderation/server/purge-query.ts': [
    'collections',
    'post_versions',
    'restricted_comments',
    'suggested_edits',
  ],

  // These files are the only place that describes how rows contribute to stored counts, and which rows a deletion
  // locks.
  'src/features/members/server/contributions-query.ts': ['comments', 'posts', 'user_post_bookmarks', 'votes'],
  'src/features/members/server/contribution-totals-query.ts': [
    'comments',
    'posts',
    'user_post_bookmarks',
    'votes',
  ],
  // Whose upvotes count for the trust of a member depends on the trust of the voters.
  'src/features/members/server/trust-query.ts': ['comments', 'posts', 'votes'],
  'src/features/members/server/deletion-plan-query.ts': ['comments', 'posts', 'user_post_bookmarks', 'votes'],

  // These are statistics over the whole site, and previews of how much the deletion of an account would delete.
  'src/features/admin/server/statistics-query.ts': [
    'post_titles',
    'posts',
    'prompt_optimization_logs',
    'reveal_counts',
    'reveal_days',
    'users',
  ],
  'src/features/admin/server/users-query.ts': ['comments', 'user_post_bookmarks', 'users', 'votes'],
  // Whether an invitation is open depends on its member, and staff see what has become of those who joined.
  'src/features/identity/server/invitation-query.ts': ['users'],
  // The export joins members with their accounts, which are identified by subject.
  'src/features/identity/server/provider/account-link-query.ts': ['users'],
  'src/features/identity/server/second-factors/second-factor-query.ts': ['users'],
  // A single statement compares the audit log with the account's name and email.
  'src/features/admin/server/anonymize-query.ts': ['users'],

  // A single statement notifies all admins.
  'src/features/notifications/server/notify-query.ts': ['users'],
  // Whether a message of a webhook may still be sent is decided in the statement that claims it.
  'src/features/webhooks/server/deliveries-query.ts': [
    'comments',
    'post_results',
    'posts',
    'suggested_edits',
    'users',
  ],

  // Whether somebody else can answer an appeal is decided in the statement that lists the appeals.
  'src/features/moderation/server/appeals-query.ts': ['users'],
  'src/features/moderation/server/statements-query.ts': ['users'],
  // Waves of spam are found by single statements over what young accounts have written.
  'src/features/media/server/restricted-files-query.ts': ['post_versions', 'posts', 'users'],
  'src/features/moderation/server/case-items-query.ts': ['posts', 'restricted_comments', 'set_aside_votes'],
  'src/features/moderation/server/spam-query.ts': ['comments', 'posts', 'users', 'votes'],
  // The authors of what votes are given back to are locked by a query that is part of another one.
  'src/features/votes/server/deletion-query.ts': ['comments', 'posts'],

  // These files list posts with queries that are hand-tuned to use specific indexes.
  'src/features/bookmarks/server/store.ts': ['posts'],
  'src/features/feeds/server/showcase-query.ts': ['posts', 'users'],
  'src/features/feeds/server/feed-query.ts': [
    'collection_follows',
    'collection_items',
    'collections',
    'member_follows',
    'posts',
    'user_topic_follows',
  ],
  'src/features/import/server/store.ts': ['posts'],
  'src/features/profiles/server/store.ts': ['posts'],
  'src/features/search/server/filtered-posts-query.ts': ['posts'],
  'src/features/search/server/highlight-query.ts': ['posts'],
  'src/features/search/server/hot-posts-query.ts': ['posts'],
  'src/features/search/server/index-query.ts': ['posts'],
  'src/features/search/server/similar-words-query.ts': ['posts'],
  'src/features/search/server/store.ts': ['posts'],
  'src/features/search/server/suggestion-query.ts': ['posts'],

  // The export of a member's posts includes the names of their topics.
  'src/features/posts/server/store.ts': ['topics'],

  // A release is what the post says, and only the posts that are skills of everybody are listed.
  'src/features/skills/server/releases-query.ts': ['posts'],
  // Nor is the file of a draft unused.
  'src/features/skills/server/store.ts': ['drafts', 'posts'],

  // A vote and a follow check their target in the same statement that writes them.
  'src/features/votes/server/store.ts': ['comments', 'posts'],

  // These files need a table whose owner is in a higher layer.
  'src/features/comments/server/deletion-query.ts': ['votes'],
  'src/features/comments/server/thread-query.ts': ['votes'],
  'src/features/members/server/profile-query.ts': ['collection_follows', 'moderation_notices'],
  'src/features/notifications/server/notifications-query.ts': ['collections', 'comments', 'users'],
  'src/features/notifications/server/unread-query.ts': ['comments'],
  'src/features/posts/server/card-query.ts': ['user_post_bookmarks', 'votes'],
  'src/features/posts/server/visibility-query.ts': ['comments'],
}
