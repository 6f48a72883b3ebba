/** Returns the value of a `datetime-local` input in the browser's time zone, such as `2026-05-01T09:00`. */
export const formatDateTimeLocal = (date: Date): string => {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Parses the value of a `datetime-local` input. Returns null if the input is empty. */
export const parseDateTimeLocal = (value: string): Date | null => {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Returns 9 a.m. tomorrow in the browser's time zone. */
export const getTomorrowMorning = (now: Date): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
