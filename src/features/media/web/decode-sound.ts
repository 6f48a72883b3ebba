/** Files larger than this are not requested a second time to decode their sound. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Decoding takes memory for each second, however small the file is. */
const MAX_DURATION_SECONDS = 10 * 60
/** The lowest sample rate that every browser supports; a waveform shows far fewer samples. */
const SAMPLE_RATE = 8_000

/**
 * Returns the samples of a file's sound for each of its channels, or null if the file is too large or too long, cannot be
 * requested, or has no sound that the browser can decode. Its sound can then still be played.
 */
export const decodeSound = async (
  url: string,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<Float32Array[] | null> => {
  // The duration is infinite or NaN if the browser does not know it.
  if (!(durationSeconds <= MAX_DURATION_SECONDS)) return null
  try {
    const response = await fetch(url, { signal })
    const length = response.headers.get('content-length')
    if (!response.ok || length === null || Number(length) > MAX_FILE_BYTES) {
      await response.body?.cancel()
      return null
    }
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE)
    const sound = await context.decodeAudioData(await response.arrayBuffer())
    return Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
  } catch {
    return null
  }
}
