/** The minute of the day in a time zone. */
export type Clock = { timeZone: string; minute: number }

/**
 * Returns the minute of the day in a time zone, or null if the name is unknown. Node brings the names with it, old ones
 * included, which browsers still send (`Asia/Calcutta`). PostgreSQL often reads the system's, which has only the current ones,
 * and a statement with another one fails.
 */
export const getMinuteOfDay = (timeZone: string, at: Date): number | null => {
  // Intl also accepts offsets, such as +05:30, which know no summer time.
  if (!/^[a-z]/i.test(timeZone)) return null
  try {
    const format = new Intl.DateTimeFormat('en', {
      timeZone,
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    })
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0)
  } catch {
    return null
  }
}

/** Returns the clocks of those time zones whose names are known. */
export const readClocks = (timeZones: readonly string[]): Clock[] => {
  const now = new Date()
  return timeZones.flatMap((timeZone) => {
    const minute = getMinuteOfDay(timeZone, now)
    return minute === null ? [] : [{ timeZone, minute }]
  })
}
