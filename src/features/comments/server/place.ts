/** A place between comments of one level, in every order: score, time in milliseconds, id. */
export type Place = { score: number; createdAt: number; id: number }

/** `12.1763732340123.456`, as the `after` of the contract. */
export const writePlace = ({ score, createdAt, id }: { score: number; createdAt: Date; id: number }) =>
  `${score}.${createdAt.getTime()}.${id}`

/** Reads what the contract has let through; numbers that no row can have lead to the end of the list. */
export const readPlace = (text: string): Place => {
  const [score = 0, createdAt = 0, id = 0] = text.split('.').map(Number)
  const most = 2_147_483_647
  return {
    score: Math.max(-most, Math.min(most, score)),
    createdAt: Math.min(createdAt, 8_000_000_000_000),
    id: Math.min(id, most),
  }
}
