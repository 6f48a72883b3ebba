/** The kinds of output that a prompt can request from an AI. */
export const promptTypes = ['Text', 'Code', 'Image', 'Video', 'Audio'] as const
export type PromptType = (typeof promptTypes)[number]
