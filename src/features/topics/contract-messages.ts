export const messages = { notFound: 'Topic not found' } as const
