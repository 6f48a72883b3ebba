/**
 * Encodes one channel of 16-bit samples as FLAC (RFC 9639), which every browser plays in an MP4. Returns the header that
 * a decoder needs, and the frames.
 */
export const encodeFlac = (
  samples: Int16Array,
  sampleRate: number,
): { header: Uint8Array; frames: Uint8Array[] } => ({
  header: buildHeader(samples.length, sampleRate),
  frames: Array.from({ length: Math.ceil(samples.length / FLAC_BLOCK_SAMPLES) }, (_, number) =>
    encodeFrame(samples.subarray(number * FLAC_BLOCK_SAMPLES, (number + 1) * FLAC_BLOCK_SAMPLES), number),
  ),
})

/** The number of samples in every frame but the last. */
export const FLAC_BLOCK_SAMPLES = 4_096

/** Section 8.2: the block STREAMINFO, which here is the only one. An MD5 of zeros means that it is unknown. */
const buildHeader = (count: number, sampleRate: number): Uint8Array => {
  const bits = new BitWriter()
  for (const character of 'fLaC') bits.write(character.charCodeAt(0), 8)
  bits.write(0x80, 8)
  bits.write(34, 24)
  bits.write(FLAC_BLOCK_SAMPLES, 16)
  bits.write(FLAC_BLOCK_SAMPLES, 16)
  // The sizes of frames are unknown.
  bits.write(0, 24)
  bits.write(0, 24)
  bits.write(sampleRate, 20)
  bits.write(0, 3)
  bits.write(16 - 1, 5)
  bits.write(0, 4)
  bits.write(count, 32)
  for (let part = 0; part < 4; part += 1) bits.write(0, 32)
  return bits.toBytes()
}

/** Section 9: a frame with one subframe, which predicts each sample from the two before it. */
const encodeFrame = (samples: Int16Array, number: number): Uint8Array => {
  const bits = new BitWriter()
  // The sync code, and a fixed size of blocks.
  bits.write(0b1111_1111_1111_1000, 16)
  // The size of the block follows as 16 bits; the sample rate is that of the header. One channel of 16 bits.
  bits.write(0b0111_0000, 8)
  bits.write(0b0000_1000, 8)
  writeFrameNumber(bits, number)
  bits.write(samples.length - 1, 16)
  bits.write(checksum(bits.toBytes(), 8, 0x07), 8)
  writeSubframe(bits, samples)
  bits.align()
  bits.write(checksum(bits.toBytes(), 16, 0x8005), 16)
  return bits.toBytes()
}

/** Writes the number as UTF-8 does, in at most two bytes: 2,047 frames last minutes. */
const writeFrameNumber = (bits: BitWriter, number: number): void => {
  if (number < 0x80) bits.write(number, 8)
  else bits.write(0xc080 | ((number >> 6) << 8) | (number & 0x3f), 16)
}

const ORDER = 2

const writeSubframe = (bits: BitWriter, samples: Int16Array): void => {
  const at = (index: number): number => samples[index] ?? 0
  if (samples.length <= ORDER) {
    // A verbatim subframe.
    bits.write(0b0000_0010, 8)
    for (const sample of samples) bits.write(sample & 0xffff, 16)
    return
  }
  bits.write((0b001000 | ORDER) << 1, 8)
  for (let index = 0; index < ORDER; index += 1) bits.write(at(index) & 0xffff, 16)
  const residuals: number[] = []
  for (let index = ORDER; index < samples.length; index += 1) {
    const residual = at(index) - 2 * at(index - 1) + at(index - 2)
    // Signs alternate: 0, -1, 1, -2 …
    residuals.push(residual < 0 ? -2 * residual - 1 : 2 * residual)
  }
  const mean = residuals.reduce((sum, residual) => sum + residual, 0) / residuals.length
  const parameter = Math.min(14, Math.max(0, Math.floor(Math.log2(mean + 1))))
  // Rice codes with four bits for the parameter, in one partition.
  bits.write(0, 2)
  bits.write(0, 4)
  bits.write(parameter, 4)
  for (const residual of residuals) {
    for (let quotient = residual >> parameter; quotient > 0; quotient -= 1) bits.write(0, 1)
    bits.write(1, 1)
    bits.write(residual & ((1 << parameter) - 1), parameter)
  }
}

/** Section 9.1.8 and 9.3: a cyclic redundancy check without reflection that starts at 0. */
const checksum = (bytes: Uint8Array, width: number, polynomial: number): number => {
  const top = 1 << (width - 1)
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit += 1)
      value = ((value << 1) ^ (value & top ? polynomial : 0)) & (2 * top - 1)
  }
  return value
}

/** Writes numbers of any width, the highest bit first. */
class BitWriter {
  #bytes: number[] = []
  #free = 0

  write(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit -= 1) {
      if (this.#free === 0) {
        this.#bytes.push(0)
        this.#free = 8
      }
      this.#free -= 1
      if ((value >>> bit) & 1)
        this.#bytes[this.#bytes.length - 1] = (this.#bytes.at(-1) ?? 0) | (1 << this.#free)
    }
  }

  align(): void {
    this.#free = 0
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}
