import { Fragment, type Key, type ReactNode, useMemo } from 'react'
import { classes } from './classes.ts'
import type { Inline } from './parse-inline.ts'
import { type Block, parseMarkdown } from './parse-markdown.ts'

/**
 * Renders a member's text as React elements, never as HTML. Links lead to http(s) URLs only and carry
 * `nofollow`.
 */
export const Markdown = ({ text, className }: { text: string; className?: string }) => {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return (
    <div className={classes('markdown', className)}>
      {blocks.map((block, at) => drawBlock(block, at, 'auto'))}
    </div>
  )
}

/**
 * With `dir`, a block's first letters decide its direction; nested elements must not set `dir`, or their
 * letters would be ignored.
 */
const drawBlock = (block: Block, key: Key, dir?: 'auto'): ReactNode => {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p key={key} dir={dir}>
          {block.children.map(drawInline)}
        </p>
      )
    case 'code':
      return (
        // Long lines wrap, as in prompts: keyboard users could not scroll a box.
        <pre
          key={key}
          className="rounded-lg bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
        >
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote
          key={key}
          dir={dir}
          className="flex flex-col gap-2 border-s-2 border-line-strong ps-3 text-muted"
        >
          {block.children.map((child, at) => drawBlock(child, at))}
        </blockquote>
      )
    case 'list': {
      const List = block.start === null ? 'ul' : 'ol'
      return (
        <List
          key={key}
          dir={dir}
          {...(block.start === null ? {} : { start: block.start })}
          className={classes('ps-6', block.start === null ? 'list-disc' : 'list-decimal')}
        >
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tree is made anew with its text
            <li key={at}>{item.map((child, index) => drawBlock(child, index))}</li>
          ))}
        </List>
      )
    }
  }
}

const drawInline = (node: Inline, key: Key): ReactNode => {
  if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>
  switch (node.kind) {
    case 'break':
      return <br key={key} />
    case 'code':
      return (
        <code key={key} className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.9em]">
          {node.text}
        </code>
      )
    case 'strong':
      return <strong key={key}>{node.children.map(drawInline)}</strong>
    case 'em':
      return <em key={key}>{node.children.map(drawInline)}</em>
    case 'link':
      return (
        <a
          key={key}
          href={node.href}
          rel="nofollow ugc noopener"
          target="_blank"
          className="text-accent underline underline-offset-2"
        >
          {node.children.map(drawInline)}
        </a>
      )
  }
}
