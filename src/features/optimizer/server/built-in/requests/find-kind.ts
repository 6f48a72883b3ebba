import { bagOf, hasAny, words } from '../bag.ts'
import { type WritingKind, writingKinds } from './nouns.ts'
import { asksToCreate, isOneOf, type Request } from './read-request.ts'

/** The kind of writing that the verb or the object of a request names, if any. */
export const findKind = (request: Request): WritingKind | undefined =>
  writingKinds.find(
    ({ verbs, nouns }) => verbs.includes(request.verb) || (asksToCreate(request) && isOneOf(request, nouns)),
  )

const CONVERSATION = words(
  'my first, i will type, i will say, i will ask, i will tell, i will write, i will give you, i will provide, i ll say, you will reply, reply to me, ask me, roleplay, role play, role playing, chatbot, conversation with me, chat with me, let s play, only reply, reply only, only respond, respond only, act as, acting as, pretend, stay in character',
)

/**
 * Whether the prompt starts a conversation, in which length and format of each answer depend on its course.
 */
export const isConversation = (text: string): boolean => hasAny(bagOf(text), CONVERSATION)
