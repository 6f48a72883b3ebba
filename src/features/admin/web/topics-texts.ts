import { formatCountWithNoun } from './format-count-with-noun.ts'

/** UI strings for the tabs that list topics and topic requests. */
export const topicTexts = {
  createTopic: 'Create topic',
  creating: 'Creating…',
  rename: 'Edit',
  renameTitle: (name: string) => `Edit ${name}`,
  renameText: "The topic's link will change with its name. Its posts stay.",
  save: 'Save changes',
  name: 'Name',
  description: 'Description',
  hot: 'HOT',
  markHot: 'Mark HOT',
  unmarkHot: 'Unmark HOT',
  markedHot: (name: string) => `Marked ${name} as hot`,
  unmarkedHot: (name: string) => `Unmarked ${name} as hot`,
  created: (name: string) => `Created ${name}`,
  posts: (count: number) => formatCountWithNoun(count, 'post'),
  viewTopic: 'View topic',
  goToTopic: 'Go to the topic',
  deleteTopic: (name: string) => `Delete the topic ${name}?`,
  deleteTopicText: (posts: number) =>
    posts
      ? `${formatCountWithNoun(posts, 'post')} will stay without a topic. Followers will be removed.`
      : 'It has no posts. Followers will be removed.',
  approve: 'Approve',
  approveTitle: (name: string) => `Approve ${name}`,
  approveText: 'This creates the topic and deletes the request.',
  approving: 'Approving…',
  reject: 'Reject',
  rejectTitle: (name: string) => `Reject the request for ${name}?`,
  rejectText: 'This deletes the request without creating a topic.',
  rejected: 'Request rejected',
} as const
