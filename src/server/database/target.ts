/** The database's host, port and name without credentials, for messages to the operator. */
export const describeTarget = (url: string): string => {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? `${hostname}:${port || 5432}`}${pathname}`
}
