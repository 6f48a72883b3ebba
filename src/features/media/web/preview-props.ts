import type { ExampleFile } from '../contract-values.ts'

export type PreviewProps = { example: ExampleFile; title: string; position: number; hasWaveform: boolean }

/** The classes of a picture or a video in the preview. */
export const previewClasses = 'max-h-full max-w-full object-contain'
