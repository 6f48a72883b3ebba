/**
 * Every limit in the product, in characters (code points) unless noted otherwise
 * (docs/spec/limits.md#fields).
 */
export const limits = {
  title: 200,
  description: 5_000,
  prompt: 200_000,
  /** What an author says about an edit. */
  versionNote: 200,
  /** What the author of a post says to whoever suggested an edit. */
  suggestedEditAnswer: 500,
  /** What a member says about how a prompt worked, and what the model returned. */
  resultNote: 200,
  resultExample: 2_000,
  collectionTitle: 100,
  collectionDescription: 2_000,
  /** What a member says about a post in a collection. */
  collectionNote: 500,
  comment: 10_000,
  /** How many members a text mentions, and among how many names in it they are looked for. */
  mentions: 10,
  mentionCandidates: 50,
  /** Tags of a post, and characters of one. */
  tags: 5,
  tag: 30,
  /** Maximum nesting depth of replies, in levels. */
  commentDepth: 1_000,
  topicName: 50,
  topicDescription: 1_000,
  minUsername: 3,
  maxUsername: 20,
  bio: 200,
  feedback: 1_000,
  adName: 100,
  /** The reason an admin gives for an action. */
  reason: 500,
  /** The text of a page about the site. */
  siteText: 20_000,
  optimizerPrompt: 5_000,
  optimizerInstruction: 500,
  optimizedPrompt: 20_000,
  models: 5,
  exampleFiles: 5,
  fileBytes: 5 * 1024 * 1024,
  /** The length of the largest file (`fileBytes`) as a data URL. */
  fileDataUrl: Math.ceil((5 * 1024 * 1024 * 4) / 3) + 200,
  /** The part of a prompt that everyone can read. */
  promptPreview: 100,
  /** The part of a prompt sent to a visitor: the readable part and the blurred part. */
  promptForVisitors: 150,
  /** The part of a prompt sent to a member in lists. */
  promptInLists: 2_000,
  slug: 80,
  /** How many posts one action can change, and how many one request exports. */
  bulkPosts: 100,
  exportedPosts: 20,
  /** In items, not characters, like the two limits that follow. */
  pageSize: 10,
  maxPageSize: 50,
  leaderboard: 50,
  searchQuery: 300,
  /** The number of posts between two advertising cards. */
  postsPerAd: 5,
} as const
