/** Every bound of the product, in characters (code points) unless the name says otherwise. Sections 5 and 9. */
export const limits = {
  title: 200,
  description: 5_000,
  prompt: 200_000,
  comment: 10_000,
  /** How deep replies may be nested; in steps, not characters. */
  commentDepth: 1_000,
  topicName: 50,
  topicDescription: 1_000,
  usernameMin: 3,
  usernameMax: 20,
  bio: 200,
  feedback: 1_000,
  adName: 100,
  /** Why an admin acts. */
  reason: 500,
  optimizerPrompt: 5_000,
  optimizerInstruction: 500,
  optimizedPrompt: 20_000,
  models: 5,
  exampleFiles: 5,
  fileBytes: 5 * 1024 * 1024,
  /** A file of that size as a data string. */
  fileDataString: Math.ceil((5 * 1024 * 1024 * 4) / 3) + 200,
  /** Shown to everyone. */
  promptShown: 100,
  /** Sent to a visitor: the shown part and the blurred part. */
  promptVisitor: 150,
  /** Sent to a member in lists. */
  promptInList: 2_000,
  slug: 80,
  page: 10,
  pageMax: 50,
  leaderboard: 50,
  search: 300,
  adEvery: 5,
} as const
