import { Fragment, type Key, type ReactNode, useMemo } from 'react'
import { classes } from './classes.ts'
import type { Inline } from './parse-inline.ts'
import { type Block, parseMarkdown } from './parse-markdown.ts'

/** A member's text: React elements only, never HTML; links to http(s) alone and without credit. */
export const Markdown = ({ text, className }: { text: string; className?: string }) => {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return <div className={classes('flex flex-col gap-2', className)}>{blocks.map(drawBlock)}</div>
}

const drawBlock = (block: Block, key: Key): ReactNode => {
  switch (block.kind) {
    case 'paragraph':
      return <p key={key}>{block.children.map(drawInline)}</p>
    case 'code':
      return (
        <pre key={key} className="overflow-x-auto rounded-lg bg-sunken px-3 py-2 font-mono text-xs">
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote key={key} className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-muted">
          {block.children.map(drawBlock)}
        </blockquote>
      )
    case 'list': {
      const List = block.start === null ? 'ul' : 'ol'
      return (
        <List
          key={key}
          {...(block.start === null ? {} : { start: block.start })}
          className={classes('pl-6', block.start === null ? 'list-disc' : 'list-decimal')}
        >
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tree is made anew with its text
            <li key={at}>{item.map(drawBlock)}</li>
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
