/** All limits of the product, in characters (code points) unless noted otherwise (docs/spec/limits.md#fields). */
export const limits = {
  title: 200,
  description: 5_000,
  prompt: 200_000,
  sourceUrl: 500,
  /** The front matter and the list of files of a skill, as JSON. */
  skill: 60_000,
  /** The author's note about an edit. */
  versionNote: 200,
  /** The post author's answer to a suggested edit. */
  suggestedEditAnswer: 500,
  /** A member's note about how a prompt worked, and an example of the model's output. */
  resultNote: 200,
  resultExample: 2_000,
  apiTokenName: 60,
  collectionTitle: 100,
  collectionDescription: 2_000,
  /** A member's note about a post in a collection. */
  collectionNote: 500,
  comment: 10_000,
  /**
   * The maximum number of members that can be mentioned in one text field, and the maximum number of names in
   * it that are looked up.
   */
  mentions: 10,
  mentionCandidates: 50,
  /** The maximum number of tags on a post, and the maximum length of a tag. */
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
  /** A message to the people who run the site, and their answer. */
  contactMessage: 5_000,
  /** What somebody who reports, decides, notes or appeals writes beside the reason, and the name of a reason. */
  moderationWords: 2_000,
  reportReason: 100,
  /** What somebody answers who wants to become a member. */
  signUpAnswer: 1_000,
  /** An admin's reason for an action. */
  reason: 500,
  /** The text of a page that the operator can edit, such as the privacy policy. */
  siteText: 20_000,
  optimizerPrompt: 5_000,
  optimizerInstruction: 500,
  optimizedPrompt: 20_000,
  models: 5,
  exampleFiles: 5,
  fileBytes: 5 * 1024 * 1024,
  /** The length of the data URL for a file of the maximum size (`fileBytes`). */
  fileDataUrl: Math.ceil((5 * 1024 * 1024 * 4) / 3) + 200,
  /** The part of a prompt that everyone can read. */
  promptPreview: 100,
  /** The part of a prompt sent to a visitor: the readable part and the blurred part. */
  promptForVisitors: 150,
  /** The part of a prompt sent to a member in lists. */
  promptInLists: 2_000,
  slug: 80,
  /** The maximum number of posts that one action can change, and that one request can export. */
  bulkPosts: 100,
  exportedPosts: 20,
  /** This limit and the next two count items rather than characters. */
  pageSize: 10,
  maxPageSize: 50,
  leaderboard: 50,
  /** The members in the sidebar whom the viewer followed last. */
  recentlyFollowed: 10,
  searchQuery: 300,
  /** The number of posts between two advertising cards. */
  postsPerAd: 5,
} as const
