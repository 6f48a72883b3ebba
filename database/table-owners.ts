/**
 * The owner of each table: a feature, or a folder under `src`. Only the owner writes to a table; others call
 * the functions in its `*-query.ts` files. `tests/table-owners.test.ts` checks this, and that no table is
 * missing here.
 */
export const tableOwners = {
  users: 'members',
  user_search: 'members',

  sessions: 'identity',
  consumed_tokens: 'identity',
  local_accounts: 'identity',
  known_devices: 'identity',
  admin_codes: 'identity',
  provider_keys: 'identity',
  provider_payloads: 'identity',

  media_files: 'media',
  media_owners: 'media',

  topics: 'topics',
  user_topic_follows: 'topics',

  posts: 'posts',
  post_idempotency_keys: 'posts',
  post_reveals: 'posts',
  private_post_grants: 'posts',
  reveal_counts: 'posts',
  reveal_days: 'posts',

  comments: 'comments',
  comment_idempotency_keys: 'comments',
  votes: 'votes',
  user_post_bookmarks: 'bookmarks',
  notifications: 'notifications',

  post_search: 'search',
  private_post_search: 'search',
  hot_post_search: 'search',
  post_titles: 'search',
  search_index_queue: 'search',
  search_words: 'search',

  prompt_optimization_logs: 'optimizer',
  topic_requests: 'requests',
  feedback: 'requests',
  ad_requests: 'requests',
  imported_posts: 'import',
  audit_events: 'admin',
  moderation_notices: 'admin',

  rate_limits: 'server/limits',
  schema_migrations: 'server/database',
} as const

/** Views of previous names, for servers of the previous version only. No code uses them. */
export const previousNames = [
  'admin_acts',
  'best_search',
  'comment_requests',
  'post_requests',
  'posts_to_index',
  'removals',
  'spent_tokens',
]
