import { parseMessages } from '@prompt-collection/prompt-blanks/messages'
import { createInvalidFieldError } from '#core/http-error.ts'
import type { PostFields } from '../contract-fields.ts'
import { postMessages } from '../contract-messages.ts'

/** Throws 400 if a prompt consists of messages, but all of them are empty. */
export const requireMessages = ({ form, prompt }: Pick<PostFields, 'form' | 'prompt'>): void => {
  if (form === 'messages' && parseMessages(prompt).length === 0)
    throw createInvalidFieldError('prompt', postMessages.noMessages)
}
