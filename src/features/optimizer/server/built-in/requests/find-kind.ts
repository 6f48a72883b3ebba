import { bagOf, hasAny, words } from '../bag.ts'
import { type WritingKind, writingKinds } from './nouns.ts'
import { asksToCreate, isOneOf, type Request } from './read-request.ts'

/** The kind of writing that a request names; none unless its verb or the object itself says so. */
export const findKind = (request: Request): WritingKind | undefined =>
  writingKinds.find(
    ({ verbs, nouns }) => verbs.includes(request.verb) || (asksToCreate(request) && isOneOf(request, nouns)),
  )

const CONVERSATION = words(
  'my first, i will type, i will say, i will ask, i will tell, i will write, i will give you, i will provide, i ll say, you will reply, reply to me, ask me, roleplay, role play, role playing, chatbot, conversation with me, chat with me, let s play, only reply, reply only, only respond, respond only, act as, acting as, pretend, stay in character',
)

/** Whether the prompt begins a conversation, where length and form of each answer follow from what is said in it. */
export const isConversation = (text: string): boolean => hasAny(bagOf(text), CONVERSATION)
