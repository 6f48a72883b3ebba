import type { InlineNode } from './inline-node.ts'
import { type MarkdownBlock, parseMarkdown } from './parse-markdown.ts'

/** Matches a link that the end of a text cuts off, in its name, its URL or its title. */
const CUT_LINK = /\[([^[\]\n]*)(?:\]\(<?(?:[^\s[\]()]|\([^\s[\]()]*\)?)*(?: +(?:["'(][^"\n]*)?)?)?$/

/** Matches a URL in angle brackets that the end of a text cuts off. */
const CUT_AUTOLINK = /<(https?:\/\/[^\s<>]*)$/i

/** Matches an opening mark whose closing mark is missing or cut in half. */
const CUT_MARK = /(^|\s)(?:\*{1,3}|_{1,3}|`+)(?=[^\s*_`])([^*_`]*)[*_`]*$/

/** Marks the end of code while the text is built, because characters in code are no marks. PostgreSQL stores no NUL. */
const END_OF_CODE = '\0'

/**
 * Converts Markdown to plain text: keeps line breaks and list markers, and drops all other marks and the URLs of named
 * links. If `isCut` is true, the text is the beginning of a longer one, so marks that are open at its end are dropped.
 */
export const markdownToPlainText = (markdown: string, isCut = false): string => {
  const marked = textOfBlocks(parseMarkdown(markdown))
  const afterCode = marked.lastIndexOf(END_OF_CODE) + 1
  const rest = marked.slice(afterCode)
  const code = marked.slice(0, afterCode).replaceAll(END_OF_CODE, '')
  return (
    code + (isCut ? rest.replace(CUT_LINK, '$1').replace(CUT_AUTOLINK, '$1').replace(CUT_MARK, '$1$2') : rest)
  )
}

const textOfBlocks = (blocks: MarkdownBlock[]): string => blocks.map(textOfBlock).join('\n')

const textOfBlock = (block: MarkdownBlock): string => {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.children.map(textOfInline).join('')
    case 'quote':
      return textOfBlocks(block.children)
    case 'list': {
      const { start, items } = block
      return items
        .map((item, index) => `${start === null ? '•' : `${start + index}.`} ${textOfBlocks(item)}`)
        .join('\n')
    }
    case 'code':
      return block.text + END_OF_CODE
  }
}

const textOfInline = (node: InlineNode): string => {
  if (typeof node === 'string') return node
  switch (node.kind) {
    case 'break':
      return '\n'
    case 'code':
      return node.text + END_OF_CODE
    default:
      return node.children.map(textOfInline).join('')
  }
}
