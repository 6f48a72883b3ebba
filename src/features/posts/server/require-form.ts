import { parseMessages } from '@prompt-collection/prompt-blanks/messages'
import { createInvalidFieldError } from '#core/http-error.ts'
import { skillLimits } from '#core/skill.ts'
import { parseSkill } from '#core/skill-schema.ts'
import { countCharacters } from '#core/text.ts'
import type { PostFields } from '../contract-fields.ts'
import { postMessages } from '../contract-messages.ts'

/** Throws 400 if a post is not what its form says: messages that are all empty, or a skill without valid front matter. */
export const requireForm = ({
  form,
  prompt,
  skill,
  description,
}: Pick<PostFields, 'form' | 'prompt' | 'skill' | 'description'>): void => {
  if (form === 'messages' && parseMessages(prompt).length === 0)
    throw createInvalidFieldError('prompt', postMessages.noMessages)
  if (form !== 'skill') return
  const parsed = parseSkill(skill)
  if ('error' in parsed) throw createInvalidFieldError('skill', parsed.error)
  if (countCharacters(description) > skillLimits.description)
    throw createInvalidFieldError('description', postMessages.skillDescription)
}
