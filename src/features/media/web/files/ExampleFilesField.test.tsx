import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { createUploadsApi } from '#tests/components/uploads-api.ts'
import { mediaMessages } from '../../contract-messages.ts'
import { type ChosenFile, toChosenFiles } from './chosen-file.ts'
import { ExampleFilesField } from './ExampleFilesField.tsx'
import { useExampleFiles } from './use-example-files.ts'
import { useFileDrop } from './use-file-drop.ts'

type Props = { initial: readonly ChosenFile[]; onChange(files: readonly ChosenFile[]): Promise<void> }

const Form = ({ initial, onChange }: Props) => {
  const files = useExampleFiles({ initial, onChange })
  const { isOver, handlers } = useFileDrop(files.add)
  return (
    <form aria-label="Post" {...handlers}>
      <ExampleFilesField files={files} isOver={isOver} />
    </form>
  )
}

const stored = (count: number) =>
  toChosenFiles(Array.from({ length: count }, (_, index) => `/media/${index}.webp`))

const setUp = async (initial: readonly ChosenFile[] = [], api = createUploadsApi()) => {
  const onChange = vi.fn<Props['onChange']>(() => Promise.resolve())
  const { screen, requests } = await renderComponent(<Form initial={initial} onChange={onChange} />, { api })
  return {
    screen,
    bodies: () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
    sent: () => requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`),
    form: screen.getByRole('form'),
    input: screen.getByLabelText('Example Output'),
    names: () =>
      screen
        .getByRole('list', { name: 'Chosen files' })
        .getByRole('listitem')
        .elements()
        .map((item) => item.querySelector('p')?.textContent),
    /** Returns the names of the files that the form contains now. */
    chosen: () => onChange.mock.lastCall?.[0].map(({ name }) => name),
  }
}

const aPicture = async (name: string): Promise<File> => {
  const canvas = new OffscreenCanvas(4, 4)
  canvas.getContext('2d')?.fillRect(0, 0, 2, 2)
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' })
}

/** Adds the chunks of an animation to a picture; `control` is the one that makes its image the first frame. */
const anAnimatedPng = async (name: string, control?: 'fcTL'): Promise<File> => {
  const bytes = new Uint8Array(await (await aPicture(name)).arrayBuffer())
  const chunk = (type: string, ...values: number[]) => {
    const body = new Uint8Array([...new TextEncoder().encode(type), ...values])
    const ends = new DataView(new ArrayBuffer(8))
    ends.setUint32(0, values.length)
    ends.setUint32(4, crc32(body))
    return [ends.buffer.slice(0, 4), body, ends.buffer.slice(4)]
  }
  const long = (value: number) => [0, 0, 0, value]
  const frame = [...long(0), ...long(4), ...long(4), ...long(0), ...long(0), 0, 1, 0, 10, 0, 0]
  const chunks = [...chunk('acTL', ...long(1), ...long(0)), ...(control ? chunk(control, ...frame) : [])]
  return new File([bytes.slice(0, 33), ...chunks, bytes.slice(33)], name, { type: 'image/png' })
}

const crc32 = (bytes: Uint8Array): number => {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const transferOf = (files: readonly File[]): DataTransfer => {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer
}

const drop = (target: Element, ...files: File[]): void => {
  const dataTransfer = transferOf(files)
  target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

describe('The example files field', () => {
  it('adds the files that one chooses, and counts them', async () => {
    const { screen, input, names, chosen } = await setUp()
    await userEvent.upload(input, [await aPicture('a.png'), await aPicture('b.png')])
    await expect.element(screen.getByText('Files uploaded successfully').first()).toBeVisible()
    expect(names()).toEqual(['a.png', 'b.png'])
    expect(chosen()).toEqual(['a.png', 'b.png'])
    await expect.element(screen.getByText('2 files')).toBeVisible()
  })

  it('uploads each file as soon as it is chosen, and shows how far it is', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<object>()
    const { screen, input, sent } = await setUp(
      [],
      createUploadsApi(() => released),
    )
    await userEvent.upload(input, [await aPicture('a.png')])
    const progress = screen.getByRole('progressbar', { name: 'Uploading a.png' })
    await expect.element(progress).toBeVisible()
    await expect.element(screen.getByText('0%')).toBeVisible()
    await expect.poll(sent).toEqual(['POST /api/uploads', 'PATCH /api/uploads/u1'])
    release({})
    await expect.element(screen.getByText('Files uploaded successfully').first()).toBeVisible()
    await expect.element(progress).not.toBeInTheDocument()
    expect(sent()).toEqual(['POST /api/uploads', 'PATCH /api/uploads/u1', 'POST /api/uploads/u1/finish'])
  })

  it('uploads two files at a time, and goes on with the next when one is removed', async () => {
    const never = new Promise<object>(() => {})
    const { screen, input, sent } = await setUp(
      [],
      createUploadsApi((file) => (file === 3 ? {} : never)),
    )
    await userEvent.upload(input, [await aPicture('a.png'), await aPicture('b.png'), await aPicture('c.png')])
    await expect.poll(() => sent().filter((request) => request.startsWith('PATCH'))).toHaveLength(2)
    await screen.getByRole('button', { name: 'Remove a.png' }).click()
    await expect.poll(sent).toContain('POST /api/uploads/u3/finish')
    await expect.poll(sent).toContain('DELETE /api/uploads/u1')
    // Removing a file does not count as a failed upload.
    await expect.element(screen.getByText('Upload failed')).not.toBeInTheDocument()
  })

  it('says why a file was rejected, and uploads it again on request', async () => {
    const rejection = { status: 429, body: { message: "You've reached your daily upload limit." } }
    const { screen, input, sent } = await setUp(
      [],
      createUploadsApi((file) => (file === 1 ? rejection : {})),
    )
    await userEvent.upload(input, [await aPicture('a.png')])
    await expect.element(screen.getByText('Upload failed').first()).toBeVisible()
    await expect.element(screen.getByText("You've reached your daily upload limit.").first()).toBeVisible()
    await expect.element(screen.getByText(/^Failed to upload files. Please try again./).first()).toBeVisible()
    await screen.getByRole('button', { name: 'Try again: a.png' }).click()
    await expect.element(screen.getByText('Files uploaded successfully').first()).toBeVisible()
    expect(sent()).toContain('POST /api/uploads/u2/finish')
  })

  it.for(['Invalid file type', mediaMessages.unsupportedFormat('HEIC')])(
    'does not offer to send a file again that the server does not support: %s',
    async (message) => {
      const rejection = { status: 415, body: { message } }
      const { screen, input } = await setUp(
        [],
        createUploadsApi(() => rejection),
      )
      await userEvent.upload(input, [await aPicture('a.png')])
      await expect.element(screen.getByText('a.png is not a valid image or video file').first()).toBeVisible()
      await expect.element(screen.getByRole('button', { name: 'Try again: a.png' })).not.toBeInTheDocument()
    },
  )

  it('says that a file is damaged, and does not offer to send it again', async () => {
    const rejection = { status: 415, body: { message: mediaMessages.unreadable } }
    const { screen, input } = await setUp(
      [],
      createUploadsApi(() => rejection),
    )
    await userEvent.upload(input, [await aPicture('a.png')])
    await expect.element(screen.getByText(/^a\.png is damaged or incomplete/).first()).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again: a.png' })).not.toBeInTheDocument()
  })

  it('moves a file, and announces its new place', async () => {
    const { screen, names } = await setUp(stored(3))
    await expect.element(screen.getByRole('button', { name: 'Move File 1 earlier' })).toBeDisabled()
    await expect.element(screen.getByRole('button', { name: 'Move File 3 later' })).toBeDisabled()
    await screen.getByRole('button', { name: 'Move File 1 later' }).click()
    await expect.poll(names).toEqual(['File 2', 'File 1', 'File 3'])
    await expect.element(screen.getByText('File 1 is now 2 of 3')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Move File 3 earlier' }).click()
    await expect.poll(names).toEqual(['File 2', 'File 3', 'File 1'])
  })

  it('removes a file, and keeps the focus in the field', async () => {
    const { screen, names, chosen } = await setUp(stored(2))
    await screen.getByRole('button', { name: 'Remove File 1' }).click()
    await expect.poll(names).toEqual(['File 2'])
    expect(chosen()).toEqual(['File 2'])
    await expect.element(screen.getByText('File 1 removed')).toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  })

  it.for([
    ['a picture without a type', 'scan', '', 'image/png'],
    ['a picture with the wrong extension', 'a.jpg', 'image/jpeg', 'image/png'],
    ['a picture of an unknown type', 'a.bin', 'application/octet-stream', 'image/png'],
  ] as const)('uploads %s as what its bytes are', async ([, name, type, expected]) => {
    const { screen, input, bodies } = await setUp()
    await userEvent.upload(input, [new File([await aPicture('a.png')], name, { type })])
    await expect.element(screen.getByText('Files uploaded successfully').first()).toBeVisible()
    expect(bodies()[0]).toMatchObject({ type: expected })
  })

  it('recognizes a video by its bytes', async () => {
    const { input, bodies } = await setUp()
    const head = new TextEncoder().encode('\0\0\0\x14ftypqt  \0\0\0\0qt  ')
    await userEvent.upload(input, [new File([head], 'IMG_0001.MOV', { type: '' })])
    await expect.poll(() => bodies()[0]).toMatchObject({ type: 'video/quicktime' })
  })

  it('says that an animated PNG loses its animation, and uploads its first frame', async () => {
    const { screen, input, bodies } = await setUp()
    await userEvent.upload(input, [await anAnimatedPng('a.png', 'fcTL')])
    await expect.element(screen.getByText(/^The animation will be lost/).first()).toBeVisible()
    await expect.poll(() => bodies()[0]).toMatchObject({ type: 'image/webp' })
  })

  it('rejects an animated PNG with a picture that players never show', async () => {
    const { screen, input } = await setUp()
    await userEvent.upload(input, [await anAnimatedPng('a.png')])
    await expect.element(screen.getByText('a.png is not a valid image or video file').first()).toBeVisible()
  })

  it('takes no more than five', async () => {
    const { screen, form, input, names } = await setUp(stored(4))
    drop(form.element(), await aPicture('a.png'), await aPicture('b.png'))
    await expect.element(screen.getByText('Too many files').first()).toBeVisible()
    await expect.element(input).toHaveAccessibleDescription('You can only upload up to 5 files')
    expect(names()).toHaveLength(4)
    drop(form.element(), await aPicture('a.png'))
    await expect.poll(names).toHaveLength(5)
    await expect.element(input).not.toHaveAttribute('aria-invalid')
    await expect.element(screen.getByRole('button', { name: 'Choose files' })).toBeDisabled()
  })

  it.for([
    ['notes.txt', 'text/plain', 1, 'Invalid file type', 'notes.txt is not a valid image or video file'],
    ['a.svg', 'image/svg+xml', 1, 'Invalid file type', 'a.svg is not a valid image or video file'],
    ['broken.png', 'image/png', 1, 'Invalid file type', 'broken.png is not a valid image or video file'],
    ['clip.mp4', 'video/mp4', 5 * 1024 * 1024 + 1, 'File too large', 'clip.mp4 is larger than 5MB'],
  ] as const)('rejects %s, but adds the files that are valid', async ([name, type, size, title, message]) => {
    const { screen, form, input, names } = await setUp()
    drop(form.element(), new File([new Uint8Array(size)], name, { type }), await aPicture('a.png'))
    await expect.element(screen.getByText(title).first()).toBeVisible()
    await expect.element(input).toHaveAccessibleDescription(message)
    await expect.poll(names).toEqual(['a.png'])
  })

  it('takes a pasted picture, but not the picture that office programs add to text', async () => {
    const { form, names } = await setUp()
    const paste = (clipboardData: DataTransfer) =>
      form
        .element()
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    const fromOffice = transferOf([await aPicture('office.png')])
    fromOffice.setData('text/plain', 'A sentence')
    paste(fromOffice)
    paste(transferOf([await aPicture('pasted.png')]))
    await expect.poll(names).toEqual(['pasted.png'])
  })

  it('says where to drop while files are dragged over the form', async () => {
    const { screen, form } = await setUp()
    const drag = (type: string) =>
      form
        .element()
        .dispatchEvent(
          new DragEvent(type, { dataTransfer: transferOf([new File([], 'a.png')]), bubbles: true }),
        )
    drag('dragover')
    await expect.element(screen.getByText('Drop to add')).toBeVisible()
    drag('dragleave')
    await expect.element(screen.getByText('0 files')).toBeVisible()
  })
})
