import { expect, it } from 'vitest'
import { getMinuteOfDay, readClocks } from './time-zones.ts'

const at = (time: string) => new Date(`2026-${time}Z`)

it.each([
  ['UTC', '01-15T12:30', '12:30'],
  ['Europe/Berlin', '01-15T23:30', '00:30'],
  ['Europe/Berlin', '07-15T21:30', '23:30'],
  // Between 02:00 and 03:00, clocks are put forward in March and back in October.
  ['Europe/Berlin', '03-29T00:59', '01:59'],
  ['Europe/Berlin', '03-29T01:00', '03:00'],
  ['Europe/Berlin', '10-25T00:59', '02:59'],
  ['Europe/Berlin', '10-25T01:00', '02:00'],
  ['Asia/Kathmandu', '01-15T18:15', '00:00'],
  ['Australia/Lord_Howe', '01-15T13:00', '00:00'],
  ['Australia/Lord_Howe', '07-15T13:30', '00:00'],
  ['Pacific/Kiritimati', '01-15T10:00', '00:00'],
  // Names that have been replaced, which systems no longer bring by default.
  ['Asia/Calcutta', '01-15T00:00', '05:30'],
  ['Asia/Katmandu', '01-15T00:00', '05:45'],
  ['Asia/Saigon', '01-15T00:00', '07:00'],
  ['Europe/Kiev', '01-15T00:00', '02:00'],
  ['America/Buenos_Aires', '01-15T12:00', '09:00'],
  ['US/Eastern', '01-15T12:00', '07:00'],
  // Their successors.
  ['Asia/Kolkata', '01-15T00:00', '05:30'],
  ['Europe/Kyiv', '01-15T00:00', '02:00'],
])('reads the clock of %s at %s', (timeZone, time, expected) => {
  const minute = getMinuteOfDay(timeZone, at(time)) ?? Number.NaN
  const two = (value: number) => String(value).padStart(2, '0')
  expect(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`).toBe(expected)
})

it.each(['', 'Mars/Olympus', 'Etc/Unknown', '+05:30', '-08', '5', 'Asia/Kolkata ', '../UTC'])(
  'does not know the time zone %j',
  (timeZone) => {
    expect(getMinuteOfDay(timeZone, new Date())).toBeNull()
    expect(readClocks([timeZone])).toEqual([])
  },
)
