import { useRef } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { decodeSound } from './decode-sound.ts'
import Waveform from './Waveform.tsx'

const BYTES_PER_SAMPLE = 2

/** Creates a WAV file with one channel: first silence, then a tone. Returns its address. */
const createSound = (seconds: number, sampleRate = 8_000): string => {
  const samples = new Int16Array(seconds * sampleRate)
  for (let at = samples.length / 2; at < samples.length; at += 1) samples[at] = at % 16 < 8 ? 20_000 : -20_000
  const header = new DataView(new ArrayBuffer(44))
  const writeText = (offset: number, text: string) =>
    [...text].forEach((letter, index) => {
      header.setUint8(offset + index, letter.charCodeAt(0))
    })
  writeText(0, 'RIFF')
  header.setUint32(4, 36 + samples.byteLength, true)
  writeText(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, sampleRate, true)
  header.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true)
  header.setUint16(32, BYTES_PER_SAMPLE, true)
  header.setUint16(34, 8 * BYTES_PER_SAMPLE, true)
  writeText(36, 'data')
  header.setUint32(40, samples.byteLength, true)
  const url = URL.createObjectURL(new Blob([header, samples], { type: 'audio/wav' }))
  onTestFinished(() => URL.revokeObjectURL(url))
  return url
}

const Player = ({ sound, decoded }: { sound: string; decoded: string }) => {
  const video = useRef<HTMLVideoElement>(null)
  return (
    <>
      <video ref={video} src={sound} muted />
      <div data-testid="waveform" style={{ width: 400, height: 64 }}>
        <Waveform video={video} url={decoded} />
      </div>
    </>
  )
}

const renderPlayer = async (sound: string, decoded = sound) => {
  const { screen } = await renderComponent(<Player sound={sound} decoded={decoded} />)
  const video = document.querySelector('video')
  if (!video) throw new Error('No video')
  const box = screen.getByTestId('waveform')
  const findCanvas = () =>
    box.element().querySelector('.cursor-pointer > div')?.shadowRoot?.querySelector('canvas')
  return { video, box, findCanvas }
}

/** Counts the painted pixels in the left and in the right half. */
const countPainted = (canvas: HTMLCanvasElement): [number, number] => {
  const half = Math.floor(canvas.width / 2)
  const count = (left: number) =>
    canvas
      .getContext('2d')
      ?.getImageData(left, 0, half, canvas.height)
      .data.filter((value, index) => index % 4 === 3 && value > 0).length ?? 0
  return [count(0), count(half)]
}

it('draws the sound once it plays, and seeks where it is pressed', async () => {
  const { video, box, findCanvas } = await renderPlayer(createSound(8))
  await expect.poll(() => video.readyState).toBe(HTMLMediaElement.HAVE_ENOUGH_DATA)
  expect(findCanvas()).toBeUndefined()
  await video.play()
  await expect.poll(() => findCanvas()).toBeInstanceOf(HTMLCanvasElement)
  video.pause()
  const canvas = findCanvas()
  const [silence, tone] = canvas ? countPainted(canvas) : [0, 0]
  expect(tone).toBeGreaterThan(10 * silence)
  await userEvent.click(box, { position: { x: 300, y: 32 } })
  await expect.poll(() => video.currentTime).toBeCloseTo(6, 0)
  expect(video.paused).toBe(true)
})

it('adds nothing that the keyboard stops at', async () => {
  const { video, box, findCanvas } = await renderPlayer(createSound(4))
  await video.play()
  await expect.poll(() => findCanvas()).toBeInstanceOf(HTMLCanvasElement)
  await userEvent.tab()
  expect(box.element().contains(document.activeElement)).toBe(false)
})

it('plays on without a waveform if the sound cannot be decoded', async () => {
  const text = URL.createObjectURL(new Blob(['This is no sound'], { type: 'video/mp4' }))
  onTestFinished(() => URL.revokeObjectURL(text))
  const { video, findCanvas } = await renderPlayer(createSound(4), text)
  await video.play()
  expect(await decodeSound(text, 4, new AbortController().signal)).toBeNull()
  await expect.poll(() => video.currentTime).toBeGreaterThan(0)
  expect(findCanvas()).toBeUndefined()
})

it('decodes no sound that is too large, too long or of unknown length', async () => {
  const { signal } = new AbortController()
  const short = createSound(2)
  const samples = await decodeSound(short, 2, signal)
  expect(samples?.map((channel) => channel.length)).toEqual([16_000])
  expect(await decodeSound(short, 601, signal)).toBeNull()
  expect(await decodeSound(short, Number.POSITIVE_INFINITY, signal)).toBeNull()
  expect(await decodeSound(createSound(230, 48_000), 230, signal)).toBeNull()
})
