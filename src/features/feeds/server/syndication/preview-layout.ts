import type { PostType } from '#core/model-catalogue.ts'
import type { LayoutElement } from '#server/media/render-layout.ts'

export type PreviewText = {
  type: PostType
  author: string
  topic: string | null
  site: string
}
export type SitePreviewText = { site: string; text: string }

const TYPE_COLORS: Record<PostType, string> = {
  Text: '#8fb2ee',
  Code: '#7cc9a2',
  Image: '#e59bc6',
  Video: '#eb9a80',
  Audio: '#b9a8f5',
}
const TEXT_COLOR = '#efece6'
const STAR_PATH = 'M12 2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.2 5.9 20.6l1.4-6.8L2.2 9.1l6.9-.8z'

/**
 * The style of single-line text that fills a row's remaining width and ends in an ellipsis if it does not
 * fit.
 */
const ONE_LINE = {
  display: 'block',
  flexGrow: 1,
  flexBasis: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
}

export const PREVIEW_IMAGE_SIZE = { width: 1200, height: 630 } as const
/** The position and size of a post's picture, if it has one. The text takes up the rest of the width. */
export const previewPhotoBox = { left: 680, top: 0, width: 520, height: 630 } as const

const page = (width: number, children: LayoutElement[]): LayoutElement =>
  row({ ...PREVIEW_IMAGE_SIZE, backgroundColor: '#141311', color: TEXT_COLOR }, [
    row(
      {
        width,
        height: PREVIEW_IMAGE_SIZE.height,
        boxSizing: 'border-box',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: width < PREVIEW_IMAGE_SIZE.width ? 56 : 72,
      },
      children,
    ),
  ])

const brand = (site: string): LayoutElement =>
  row({ alignItems: 'center', fontSize: 34, fontWeight: 700 }, [
    star(),
    text({ marginLeft: 16, ...ONE_LINE }, site),
  ])

/** The height of the rows above and below the title, with the distance to it. */
const ROW_HEIGHT = 80

/** Returns the place and the largest size of a post's title. */
export const getPreviewTitleBox = (length: number, hasPhoto: boolean) => {
  const padding = hasPhoto ? 56 : 72
  const width = hasPhoto ? previewPhotoBox.left : PREVIEW_IMAGE_SIZE.width
  const sizes = hasPhoto ? { short: 52, long: 40 } : { short: 68, long: 52 }
  return {
    color: TEXT_COLOR,
    fontSize: length > (hasPhoto ? 60 : 70) ? sizes.long : sizes.short,
    left: padding,
    top: padding + ROW_HEIGHT,
    width: width - 2 * padding,
    height: PREVIEW_IMAGE_SIZE.height - 2 * (padding + ROW_HEIGHT),
  }
}

/** Returns the layout of the default preview image, for pages without their own image. */
export const buildSitePreviewLayout = ({ site, text: line }: SitePreviewText): LayoutElement =>
  page(PREVIEW_IMAGE_SIZE.width, [
    star(96),
    text(
      {
        fontSize: site.length > 70 ? 52 : 68,
        lineClamp: 4,
        display: 'block',
        fontWeight: 700,
        wordBreak: 'break-word',
      },
      site,
    ),
    text({ display: 'block', fontSize: 36, color: '#a59f94', lineClamp: 3 }, line),
  ])

/**
 * Returns the layout of a post's preview image, which leaves room for the large title (`getPreviewTitleBox`)
 * and, if the post has a picture, for that on the right.
 */
export const buildPostPreviewLayout = (
  { type, author, topic, site }: PreviewText,
  hasPhoto: boolean,
): LayoutElement =>
  page(hasPhoto ? previewPhotoBox.left : PREVIEW_IMAGE_SIZE.width, [
    brand(site),
    row({ alignItems: 'center', fontSize: 30, color: '#a59f94' }, [
      text({ color: TYPE_COLORS[type], fontWeight: 700 }, type),
      text({ marginLeft: 28 }, author),
      text({ marginLeft: 28, ...ONE_LINE }, topic ? `t/${topic}` : ''),
    ]),
  ])

const row = (style: Record<string, string | number>, children: LayoutElement[]): LayoutElement => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const text = (style: Record<string, string | number>, children: string): LayoutElement => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const star = (side = 44): LayoutElement => ({
  type: 'svg',
  props: {
    width: side,
    height: side,
    viewBox: '0 0 24 24',
    style: {},
    children: [{ type: 'path', props: { d: STAR_PATH, fill: '#e9ae34', style: {} } }],
  },
})
