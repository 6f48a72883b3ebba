export type PictureKind = 'png' | 'jpg' | 'gif' | 'webp' | 'avif'
export type VideoKind = 'mp4' | 'webm' | 'mov'
/** Light work is expected to take less than half a second, so that nobody's small picture waits behind large ones. */
export type Lane = 'light' | 'heavy'
export type Dimensions = { width: number; height: number; frames: number; isProgressive: boolean }
/** Example files keep their size and frames, avatars become small squares. */
export type Use = 'example' | 'avatar'
/** A file that is ready to be stored, and the size that it is shown in. */
export type Drawn = { bytes: Uint8Array; width: number; height: number }
