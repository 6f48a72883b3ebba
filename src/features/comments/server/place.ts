/** A keyset cursor that works for both sort orders: score, creation time in Unix milliseconds, id. */
export type Place = { score: number; createdAt: number; id: number }

/** Encodes a cursor as in `12.1763732340123.456`. */
export const writePlace = ({ score, createdAt, id }: { score: number; createdAt: Date; id: number }) =>
  `${score}.${createdAt.getTime()}.${id}`

/**
 * Decodes a cursor that matches the contract. Out-of-range numbers are clamped and lead to the end of the
 * list.
 */
export const readPlace = (text: string): Place => {
  const [score = 0, createdAt = 0, id = 0] = text.split('.').map(Number)
  const maxInteger = 2_147_483_647
  return {
    score: Math.max(-maxInteger, Math.min(maxInteger, score)),
    createdAt: Math.min(createdAt, 8_000_000_000_000),
    id: Math.min(id, maxInteger),
  }
}
