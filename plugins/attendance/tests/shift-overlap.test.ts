import { expect, test } from 'vitest'
import { type AssignmentDays, findOverlap } from '../domain/shift-overlap.ts'

const days = (
  start: number,
  end: number,
  start_date: string,
  end_date: string | null = start_date,
  weekdays: number[] = [],
): AssignmentDays => ({
  start_min: start * 60,
  end_min: end * 60,
  start_date,
  end_date,
  weekdays,
})
const MONDAY = '2026-11-30'
const TUESDAY = '2026-12-01'
const NEXT_MONDAY = '2026-12-07'

test.each([
  ['the same hours on the same day', days(9, 18, MONDAY), days(9, 18, MONDAY), MONDAY],
  ['hours within others', days(9, 18, MONDAY), days(12, 13, MONDAY), MONDAY],
  ['hours that touch', days(9, 12, MONDAY), days(12, 18, MONDAY), undefined],
  ['hours on different days', days(9, 18, MONDAY), days(9, 18, TUESDAY), undefined],
  ['a night into a morning', days(22, 6, MONDAY), days(5, 12, TUESDAY), MONDAY],
  ['a night that touches a morning', days(22, 6, MONDAY), days(6, 12, TUESDAY), undefined],
  ['a morning after a night, the other way round', days(5, 12, TUESDAY), days(22, 6, MONDAY), TUESDAY],
  ['a night and the next night', days(22, 6, MONDAY), days(22, 6, TUESDAY), undefined],
  ['a night and its own morning', days(22, 6, MONDAY), days(4, 8, MONDAY), undefined],
  ['a whole day and the next one', days(0, 0, MONDAY), days(0, 0, TUESDAY), undefined],
  ['a whole day and a night before', days(0, 0, TUESDAY), days(22, 1, MONDAY), TUESDAY],
  ['open ends', days(9, 18, MONDAY, null), days(17, 20, NEXT_MONDAY, null), NEXT_MONDAY],
  ['open ends on different weekdays', days(9, 18, MONDAY, null, [1, 2, 3]), days(9, 18, MONDAY, null, [4, 5]), undefined],
  ['open ends on a common weekday', days(9, 18, MONDAY, null, [1, 2]), days(9, 18, MONDAY, null, [2, 3]), TUESDAY],
  ['nights of one weekday and mornings of the next', days(22, 6, MONDAY, null, [7]), days(5, 9, MONDAY, null, [1]), '2026-12-06'],
  ['nights of one weekday and mornings of another', days(22, 6, MONDAY, null, [7]), days(5, 9, MONDAY, null, [2]), undefined],
  ['a period before an open end', days(9, 18, MONDAY, TUESDAY), days(9, 18, '2026-12-02', null), undefined],
  ['a last night and the first morning after it', days(22, 6, MONDAY, TUESDAY), days(5, 9, '2026-12-02', null), TUESDAY],
  ['a common weekday outside the common period', days(9, 18, MONDAY, '2026-12-03', [5]), days(9, 18, MONDAY, null, [5]), undefined],
] as const)('%s', (_, one, other, expected) => {
  expect(findOverlap(one, other)).toBe(expected)
  expect(findOverlap(other, one) === undefined).toBe(expected === undefined)
})
