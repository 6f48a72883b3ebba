/** What a prompt asks an AI to make. */
export const promptTypes = ['Text', 'Code', 'Image', 'Video', 'Audio'] as const
export type PromptType = (typeof promptTypes)[number]
