import { limits } from './limits.ts'
import type { InlineNode } from './parse-inline.ts'
import { type MarkdownBlock, parseMarkdown } from './parse-markdown.ts'

/** A mention: the index of its `@` in the text, and the name that follows. */
export type Mention = { index: number; name: string }

/**
 * Matches `@` and a username, unless the preceding character shows that it is part of an email address, a URL
 * or another name, or the following character continues the name. The preceding character is captured because
 * older browsers do not support lookbehind.
 */
const MENTION = /(^|[^\p{L}\p{M}\p{N}@/._-])@([A-Za-z0-9]{3,20})(?![\p{L}\p{M}\p{N}@/_]|-[\p{L}\p{N}])/gu

/** Finds the mentions in plain text, in order. */
export const findMentions = (text: string): Mention[] =>
  [...text.matchAll(MENTION)].map(({ index, 1: before = '', 2: name = '' }) => ({
    index: index + before.length,
    name,
  }))

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
