import type { PostType } from '#core/model-catalogue.ts'
import type { LayoutElement } from '#server/media/render-layout.ts'

export type PreviewText = {
  title: string
  type: PostType
  author: string
  topic: string | null
  site: string
}

const TYPE_COLORS: Record<PostType, string> = {
  Text: '#8fb2ee',
  Code: '#7cc9a2',
  Image: '#e59bc6',
  Video: '#eb9a80',
  Audio: '#b9a8f5',
}
const STAR_PATH = 'M12 2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.2 5.9 20.6l1.4-6.8L2.2 9.1l6.9-.8z'

/** A single line with an ellipsis that takes the remaining width of a row. */
const ONE_LINE = {
  display: 'block',
  flexGrow: 1,
  flexBasis: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
}

export const previewSize = { width: 1200, height: 630 } as const

/** The layout of a post's preview image: a large title, everything else small. */
export const previewLayout = ({ title, type, author, topic, site }: PreviewText): LayoutElement =>
  row(
    {
      ...previewSize,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: 72,
      backgroundColor: '#141311',
      color: '#efece6',
    },
    [
      row({ alignItems: 'center', fontSize: 34, fontWeight: 700 }, [
        star(),
        text({ marginLeft: 16, ...ONE_LINE }, site),
      ]),
      text(
        {
          ...(title.length > 70 ? { fontSize: 52, lineClamp: 5 } : { fontSize: 68, lineClamp: 4 }),
          display: 'block',
          fontWeight: 700,
          lineHeight: 1.15,
          wordBreak: 'break-word',
        },
        title,
      ),
      row({ alignItems: 'center', fontSize: 30, color: '#a59f94' }, [
        text({ color: TYPE_COLORS[type], fontWeight: 700 }, type),
        text({ marginLeft: 28 }, author),
        text({ marginLeft: 28, ...ONE_LINE }, topic ? `t/${topic}` : ''),
      ]),
    ],
  )

const row = (style: Record<string, string | number>, children: LayoutElement[]): LayoutElement => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const text = (style: Record<string, string | number>, children: string): LayoutElement => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const star = (): LayoutElement => ({
  type: 'svg',
  props: {
    width: 44,
    height: 44,
    viewBox: '0 0 24 24',
    style: {},
    children: [{ type: 'path', props: { d: STAR_PATH, fill: '#e9ae34', style: {} } }],
  },
})
