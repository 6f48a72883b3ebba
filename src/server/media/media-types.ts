export type ImageKind = 'png' | 'jpg' | 'gif' | 'webp' | 'avif'
export type VideoKind = 'mp4' | 'webm' | 'mov'
/**
 * Light jobs are expected to take less than half a second; their own lane keeps small images from waiting
 * behind large ones.
 */
export type ImageLane = 'light' | 'heavy'
export type Dimensions = { width: number; height: number; frames: number; isProgressive: boolean }
/** Example files keep their dimensions and frames; avatars become small squares. */
export type ImageUse = 'example' | 'avatar'
/** A sanitized file in memory, with its display size. */
export type EncodedFile = { bytes: Uint8Array; width: number; height: number }
/** A sanitized file on the local disk that is ready to be stored. `hash` is the SHA-256 in hexadecimal. */
export type PreparedFile = { path: string; hash: string; byteCount: number; width: number; height: number }
