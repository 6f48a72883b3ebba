import { showInvisible } from '@prompt-collection/hidden-text/invisible'
import { getOtherHost } from '@prompt-collection/hidden-text/links'
import { Fragment, type Key, type ReactNode, useMemo } from 'react'
import type { InlineNode } from '#core/inline-node.ts'
import { findMentions } from '#core/mentions.ts'
import { type MarkdownBlock, parseMarkdown } from '#core/parse-markdown.ts'
import { paths } from '#core/paths.ts'
import { markdownTexts } from './markdown-texts.ts'
import { SiteLink } from './SiteLink.tsx'

export type MarkdownPartsProps = {
  text: string
  /** The usernames whose mentions in the text become links. */
  mentions?: readonly string[]
  /** If true, headings are real ones, below the page's own; otherwise, they are strong paragraphs. */
  hasHeadings?: boolean
}

const NOBODY: readonly string[] = []

/** Renders a member's text as React elements, never as HTML. Links point to http(s) URLs only and carry `nofollow`. */
export const MarkdownParts = ({ text, mentions = NOBODY, hasHeadings = false }: MarkdownPartsProps) => {
  const blocks = useMemo(() => parseMarkdown(showInvisible(text)), [text])
  return blocks.map((block, at) =>
    hasHeadings && block.kind === 'heading' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tree is made anew with its text
      <h2 key={at} dir="auto" className="mt-4 text-lg font-semibold">
        {block.children.map((child, index) => drawInline(child, index, mentions))}
      </h2>
    ) : (
      drawBlock(block, at, mentions, 'auto')
    ),
  )
}

/**
 * Renders a block. With `dir`, the first letters of a block determine its direction; nested elements must not set
 * `dir`, or their letters would be ignored.
 */
const drawBlock = (block: MarkdownBlock, key: Key, mentions: readonly string[], dir?: 'auto'): ReactNode => {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p key={key} dir={dir}>
          {block.children.map((child, at) => drawInline(child, at, mentions))}
        </p>
      )
    case 'heading':
      return (
        <p key={key} dir={dir}>
          <strong>{block.children.map((child, at) => drawInline(child, at, mentions))}</strong>
        </p>
      )
    case 'code':
      return (
        <pre key={key}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote key={key} dir={dir}>
          {block.children.map((child, at) => drawBlock(child, at, mentions))}
        </blockquote>
      )
    case 'list': {
      const List = block.start === null ? 'ul' : 'ol'
      return (
        <List key={key} dir={dir} {...(block.start === null ? {} : { start: block.start })}>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tree is made anew with its text
            <li key={at}>{item.map((child, index) => drawBlock(child, index, mentions))}</li>
          ))}
        </List>
      )
    }
  }
}

const drawInline = (node: InlineNode, key: Key, mentions: readonly string[]): ReactNode => {
  if (typeof node === 'string') return <Fragment key={key}>{drawText(node, mentions)}</Fragment>
  switch (node.kind) {
    case 'break':
      return <br key={key} />
    case 'code':
      return <code key={key}>{node.text}</code>
    case 'strong':
      return <strong key={key}>{node.children.map((child, at) => drawInline(child, at, mentions))}</strong>
    case 'em':
      return <em key={key}>{node.children.map((child, at) => drawInline(child, at, mentions))}</em>
    case 'link': {
      const otherHost = getOtherHost(toPlainText(node.children), node.href)
      return (
        <Fragment key={key}>
          <a href={node.href} title={node.title} rel="nofollow ugc noopener" target="_blank">
            {/* A link must not contain other links, so mentions inside it stay plain text. */}
            {node.children.map((child, at) => drawInline(child, at, NOBODY))}
          </a>
          {otherHost && <span className="text-warning"> {markdownTexts.opens(otherHost)}</span>}
        </Fragment>
      )
    }
  }
}

const toPlainText = (nodes: readonly InlineNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if ('children' in node) return toPlainText(node.children)
      return node.kind === 'code' ? node.text : ' '
    })
    .join('')

/** Renders plain text in which mentions of these members are links to their profiles. */
const drawText = (text: string, mentions: readonly string[]): ReactNode => {
  if (mentions.length === 0) return text
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, name } of findMentions(text)) {
    const username = mentions.find((known) => known.toLowerCase() === name.toLowerCase())
    if (username === undefined) continue
    parts.push(
      text.slice(end, index),
      <SiteLink key={index} href={paths.profile(username)}>
        @{name}
      </SiteLink>,
    )
    end = index + 1 + name.length
  }
  parts.push(text.slice(end))
  return parts
}
