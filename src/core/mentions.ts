import type { InlineNode } from './inline-node.ts'
import { limits } from './limits.ts'
import { type MarkdownBlock, parseMarkdown } from './parse-markdown.ts'

/** A mention: the index of its `@` in the text, and the name that follows. */
export type Mention = { index: number; name: string }

/** The characters that continue a name. Names are ASCII, so text of another script can be directly beside one. */
const NAME_PART = String.raw`\p{Script=Latin}0-9０-９@/_`

/**
 * The start of a mention: `@`, unless the preceding character shows that it is part of an email address, a URL or another
 * name. The preceding character and its combining marks are captured because older browsers do not support lookbehind.
 */
export const MENTION_START = String.raw`(^|[^${NAME_PART}\p{M}.-]\p{M}*)@`

/** Matches `@` and a username, unless the following character continues the name. */
const MENTION = new RegExp(
  String.raw`${MENTION_START}([A-Za-z0-9]{3,20})(?![${NAME_PART}\p{M}]|-[${NAME_PART}])`,
  'gu',
)
/** Matches what follows the name if the `@` belongs to an email address whose first part is in another script. */
const DOMAIN = /^(?:\.|-)[\p{L}\p{N}]/u

/** Finds the mentions in plain text, in order. */
export const findMentions = (text: string): Mention[] =>
  [...text.matchAll(MENTION)].flatMap(({ 0: found, index, 1: before = '', 2: name = '' }) => {
    const end = index + found.length
    const isEmail = /^[\p{L}\p{N}]/u.test(before) && DOMAIN.test(text.slice(end, end + 3))
    return isEmail ? [] : [{ index: index + before.length, name }]
  })

/**
 * Returns the usernames mentioned in Markdown outside code and links, lowercased and deduplicated, up to
 * `limits.mentionCandidates`. A name might not belong to any member.
 */
export const findMentionedUsernames = (markdown: string): string[] => {
  if (!markdown.includes('@')) return []
  const names = new Set<string>()
  for (const text of parseMarkdown(markdown).flatMap(textsOfBlock))
    for (const { name } of findMentions(text)) names.add(name.toLowerCase())
  return [...names].slice(0, limits.mentionCandidates)
}

const textsOfBlock = (block: MarkdownBlock): string[] => {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.children.flatMap(textsOfInline)
    case 'quote':
      return block.children.flatMap(textsOfBlock)
    case 'list':
      return block.items.flat().flatMap(textsOfBlock)
    case 'code':
      return []
  }
}

const textsOfInline = (node: InlineNode): string[] => {
  if (typeof node === 'string') return [node]
  return node.kind === 'strong' || node.kind === 'em' ? node.children.flatMap(textsOfInline) : []
}
