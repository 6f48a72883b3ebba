export const topicMessages = { notFound: 'Topic not found' } as const
