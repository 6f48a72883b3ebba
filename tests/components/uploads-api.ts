type Response = { status?: number; body?: unknown }

/**
 * Returns an API for a component that uploads files; each file arrives in one piece. `receive` may delay or reject a
 * piece; its argument is the number of the file, starting at 1.
 */
export const createUploadsApi = (receive: (file: number) => Promise<Response> | Response = () => ({})) => {
  let files = 0
  const upload = (number: number, size: number) => ({
    id: `u${number}`,
    type: 'image/png',
    size,
    received: 0,
    url: null,
  })
  const api: Record<string, (request: { body?: unknown }) => Promise<Response> | Response> = {
    'POST /api/uploads': ({ body }) => {
      files += 1
      return { body: upload(files, (body as { size: number }).size) }
    },
  }
  for (let number = 1; number <= 5; number += 1) {
    let size = 0
    api[`PATCH /api/uploads/u${number}`] = async ({ body }) => {
      size = (body as Blob).size
      const response = await receive(number)
      return { body: { ...upload(number, size), received: size }, ...response }
    }
    api[`POST /api/uploads/u${number}/finish`] = () => ({
      body: { ...upload(number, size), received: size, url: `/media/${number}.png` },
    })
    api[`DELETE /api/uploads/u${number}`] = () => ({ body: {} })
  }
  return api
}
