/** The address without what may be secret, for messages to the person who runs the server. */
export const describeTarget = (url: string): string => {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? `${hostname}:${port || 5432}`}${pathname}`
}
