import { models as catalogue, type PostType } from '#features/catalogue/contract.ts'
import { bagOf, firstOf, words } from './bag.ts'

const categories = new Map(catalogue.map(({ id, category }) => [id, category]))

const SIGNS: readonly { words: readonly string[]; type: PostType }[] = [
  {
    type: 'Audio',
    words: words(
      'a song about, compose, soundtrack, bpm, lo fi beat, beat, melody, jingle, instrumental, voiceover, background music, sound effect',
    ),
  },
  {
    type: 'Video',
    words: words(
      'a video of, video clip, camera pans, drone shot, timelapse, time lapse, animate, cinematic shot, footage, a clip of, slow motion',
    ),
  },
  {
    type: 'Image',
    words: words(
      'a photo of, photo of, photograph of, picture of, an image of, image of, illustration of, painting of, portrait of, drawing of, logo for, a logo, wallpaper, photorealistic, ultra realistic, render of, watercolor, anime style, digital art, bokeh',
    ),
  },
  {
    type: 'Code',
    words: words(
      'function, javascript, typescript, python, sql query, regex, unit tests, unit test, api endpoint, react component, script that, bash, refactor, debug, css, html, code that, source code, algorithm, rust, golang, java, c++',
    ),
  },
]

/** What a prompt is for: as chosen, else as its models are, else as its words sound. */
export const inferType = (type: PostType | null, models: readonly string[], prompt: string): PostType =>
  type ?? categories.get(models[0] ?? '') ?? firstOf(bagOf(prompt.slice(0, 600)), SIGNS)?.type ?? 'Text'
