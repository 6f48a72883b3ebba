import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { escapeMarkup } from '#core/escape-markup.ts'
import { unpackWoff } from './fonts.ts'
import type { TitleFonts } from './title-fonts.ts'

/** A title and the box that it fills: as large as `fontSize` if it fits, otherwise smaller. */
export type LayoutTitle = TitleFonts & {
  text: string
  color: string
  fontSize: number
  left: number
  top: number
  width: number
  height: number
}

/** The factor by which a title that does not fit is made smaller. */
const SHRINK_FACTOR = 0.85
const MIN_FONT_SIZE = 20
/** Letters whose direction decides that of a text, by the first of them. */
const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Renders a title with Pango, which orders and joins the letters of every script. Satori, which renders the rest of the
 * layout, does not. Titles that read from right to left are aligned to the right.
 */
export const renderTitle = async ({
  text,
  files,
  families,
  color,
  left,
  top,
  width,
  height,
  ...rest
}: LayoutTitle) => {
  await addFonts(files)
  const isRightToLeft = RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '')
  for (let { fontSize } = rest; ; fontSize *= SHRINK_FACTOR) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `${families.join(',')} Bold ${Math.round(fontSize)}`,
        dpi: 72,
        width,
        wrap: 'word-char',
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    if (fontSize > MIN_FONT_SIZE && (info.height > height || info.width > width)) continue
    const input = await sharp(data)
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .toBuffer({ resolveWithObject: true })
    return {
      input: input.data,
      left: isRightToLeft ? left + width - input.info.width : left,
      top: top + Math.floor((height - input.info.height) / 2),
    }
  }
}

let folder: string | null = null
const added = new Set<string>()

/** Makes font files known to Pango. No font of the system is used, so that all servers render the same. */
const addFonts = async (files: readonly string[]): Promise<void> => {
  folder ??= openFolder()
  for (const file of files) {
    if (added.has(file)) continue
    const fontfile = path.join(folder, `${path.basename(file, '.woff')}.ttf`)
    writeFileSync(fontfile, unpackWoff(await readFile(file)))
    await sharp({ text: { text: '.', fontfile } })
      .raw()
      .toBuffer()
    added.add(file)
  }
}

const FOLDER_PREFIX = 'prompt-collection-fonts-'

/** Creates a folder for unpacked fonts, which lasts as long as the process. */
const openFolder = (): string => {
  removeAbandonedFolders()
  const created = mkdtempSync(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  const settings = path.join(created, 'fonts.conf')
  writeFileSync(settings, '<fontconfig></fontconfig>')
  process.env.FONTCONFIG_FILE = settings
  return created
}

/** Removes the folders of processes that were killed, because those could not remove them. */
const removeAbandonedFolders = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(FOLDER_PREFIX) ? Number.parseInt(name.slice(FOLDER_PREFIX.length), 10) : 0
    // In a container, the killed process may have had the same id as this one.
    if (pid > 0 && (pid === process.pid || !isRunning(pid)))
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another account's process may not be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
