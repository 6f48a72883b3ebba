/** UI strings for topics, tags, galleries and what a member follows, which are loaded with these. */
export const otherListTexts = {
  noTag: 'This is not a tag',
  tagHeading: (tag: string) => `#${tag}`,
  tagDescription: (tag: string) => `AI prompts with the tag ${tag}.`,
  followingEmpty: 'No posts found.',
  followingEmptyText: 'The topics and people you follow have no prompts that match.',
  followingNothing: 'No posts found.',
  followingNothingText: 'Pick topics to follow. Their new prompts appear here.',
  topicEmpty: 'No posts found.',
  topicEmptyText: 'Be the first to publish a prompt in this topic.',
  galleryEmpty: 'No posts found.',
  galleryEmptyText: 'No post here has a picture or a video that matches. The list has the other posts.',
  showList: 'Show the list',
  topicAbout: 'About this topic',
} as const
