import { ApiError } from './api-client.ts'
import { messageTexts } from './kit/message-texts.ts'

/** Returns the message to show when sending fails: the server's message, or `fallback` if it sent none. */
export const getSubmissionErrorMessage = (error: unknown, fallback: string = messageTexts.again): string => {
  if (!(error instanceof ApiError)) return messageTexts.offline
  if (error.status === 413) return messageTexts.tooLarge
  return error.userMessage || fallback
}
