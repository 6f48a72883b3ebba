/** How far a member is trusted (docs/spec/moderation.md#trust). Moderators and admins count as regulars. */
export const trustLevels = ['newcomer', 'member', 'regular'] as const
export type TrustLevel = (typeof trustLevels)[number]

/**
 * What a level needs: an account of that many days, and that many prompts revealed, which means read, or that many
 * upvotes received from others than newcomers, or with `needsBoth` both.
 */
export const trustRequirements = {
  member: { days: 3, reveals: 10, upvotes: 3, needsBoth: false },
  regular: { days: 60, reveals: 100, upvotes: 50, needsBoth: true },
} as const

/** What a newcomer may publish within a day. Links, mentions and files are those of posts and comments together. */
export const newcomerLimits = {
  posts: 5,
  comments: 20,
  links: 5,
  mentions: 10,
  files: 10,
  votes: 30,
  reports: 5,
} as const
export type NewcomerLimit = keyof typeof newcomerLimits
/** What each limit counts: "5 public posts". Private posts and what they contain do not count. */
export const newcomerLimitNouns: Record<NewcomerLimit, string> = {
  posts: 'public posts',
  comments: 'comments',
  links: 'public posts or comments with links',
  mentions: 'mentions of members',
  files: 'files in public posts',
  votes: 'votes',
  reports: 'reports',
}
export const newcomerLimitNames = Object.keys(newcomerLimits) as NewcomerLimit[]

/** The weight of a member's report, before their record is considered. */
export const reportWeights: Record<TrustLevel, number> = { newcomer: 0, member: 1, regular: 2 }

/**
 * Hosts to which honest prompts link and spam does not: documentation, code, packages, and names that stand for others.
 * They are parts of a regular expression.
 */
const KNOWN_HOSTS = [
  'example[.](com|org|net)',
  'github[.](com|io)',
  'githubusercontent[.]com',
  'gitlab[.]com',
  'npmjs[.](com|org)',
  'pypi[.]org',
  'crates[.]io',
  'rubygems[.]org',
  'nuget[.]org',
  'packagist[.]org',
  'jsdelivr[.]net',
  'wikipedia[.]org',
  'schema[.]org',
  'w3[.]org',
  'mozilla[.]org',
  'openai[.]com',
  'anthropic[.]com',
  'claude[.]com',
  'modelcontextprotocol[.]io',
  'huggingface[.]co',
  'ycombinator[.]com',
]

/**
 * What ends a host: a port that no `@` follows, a path, a mark around a link, or the end of a sentence. Anything else could
 * continue the host, as in `github.com.offers.test` and `github.com:word@offers.test`.
 */
const HOST_END = `(:[0-9]{1,5})?([/?#)"\`>\\]]|[.,:;!'*_]*([ \\n\\r)"\`>\\]]|$))`

/**
 * Matches a link in a text, but for links to known hosts, for JavaScript and PostgreSQL. Markdown allows backslashes
 * before the marks of a URL.
 */
export const LINK_PATTERN = `(https?\\\\?:(\\\\?/){2}|www[.])(?!(localhost|([a-z0-9-]+[.])*(${KNOWN_HOSTS.join('|')}))${HOST_END})[^ ]`

export const hasLink = (text: string): boolean => new RegExp(LINK_PATTERN, 'i').test(text)
