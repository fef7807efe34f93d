import { describe, expect, it } from 'vitest'
import { type CellChange, planChanges, type RosterAssignment, type RosterShift } from '../domain/roster.ts'
import { findOverlap } from '../domain/shift-overlap.ts'

const shifts = new Map<number, RosterShift>(
  [
    { id: 1, name: 'Early', start_min: 480, end_min: 720 },
    { id: 2, name: 'Noon', start_min: 660, end_min: 900 },
    { id: 3, name: 'Night', start_min: 1_320, end_min: 360 },
    { id: 4, name: 'Dawn', start_min: 300, end_min: 420 },
    { id: 5, name: 'Late', start_min: 720, end_min: 1_080 },
  ].map((shift) => [shift.id, { ...shift, enabled: true }]),
)

/** An assignment of shift `shift_id`; a published one of a long period unless said otherwise. Monday is 2026-11-30. */
const assignment = (id: number, shift_id: number, part: Partial<RosterAssignment> = {}): RosterAssignment => {
  const { start_min, end_min } = shifts.get(shift_id) ?? { start_min: 0, end_min: 0 }
  const days = { start_date: '2026-11-30', end_date: '2026-12-31', weekdays: [1, 2, 3, 4, 5], excluded_dates: [] }
  return { id, employee_id: 7, shift_id, isPublished: true, start_min, end_min, ...days, ...part }
}
const single = (id: number, shift_id: number, date: string, isPublished = false) =>
  assignment(id, shift_id, { start_date: date, end_date: date, weekdays: [], isPublished })

const set = (date: string, shift_ids: number[], part: Partial<CellChange> = {}): CellChange => ({
  employee_id: 7,
  date,
  shift_ids,
  published_ids: [],
  before: null,
  ...part,
})

const plan = (assignments: RosterAssignment[], changes: CellChange[], day = { isEmployed: true, isAbsent: false }) => {
  const { creates, cancels, updates, conflicts } = planChanges(changes, { assignments, shifts, getDay: () => day })
  return {
    add: creates.map(({ date, shift_id }) => `${shift_id} ${date}`),
    end: cancels.map(({ id }) => id),
    exclude: [...updates].map(([{ id }, dates]) => `${id}: ${dates.join()}`),
    refuse: conflicts.map(({ problem, shift, on }) => `${problem} ${shift} ${on}`),
  }
}
const nothing = { add: [], end: [], exclude: [], refuse: [] }

describe('a change of a day', () => {
  it.each([
    ['adds a shift to a free day', [], [set('2026-12-01', [1])], { add: ['1 2026-12-01'] }],
    ['ends an assignment of the day alone', [single(9, 1, '2026-12-01')], [set('2026-12-01', [])], { end: [9] }],
    ['excludes the day of a longer assignment', [assignment(9, 1)], [set('2026-12-01', [])], { exclude: ['9: 2026-12-01'] }],
    [
      'excludes two days of one assignment',
      [assignment(9, 1)],
      [set('2026-12-01', []), set('2026-12-03', [])],
      { exclude: ['9: 2026-12-01,2026-12-03'] },
    ],
    ['restores an excluded day', [assignment(9, 1, { excluded_dates: ['2026-12-01'] })], [set('2026-12-01', [1])], { exclude: ['9: '] }],
    ['replaces the shift of a day', [assignment(9, 1)], [set('2026-12-01', [2])], { add: ['2 2026-12-01'], exclude: ['9: 2026-12-01'] }],
    ['leaves a shift that stays', [single(9, 1, '2026-12-01')], [set('2026-12-01', [1, 5])], { add: ['5 2026-12-01'] }],
    ['is nothing when the shifts are there', [assignment(9, 1)], [set('2026-12-01', [1], { before: [1] })], {}],
    ['is refused when the day changed', [assignment(9, 1)], [set('2026-12-01', [2], { before: [] })], { refuse: ['changed  2026-12-01'] }],
    [
      'is refused for an overlap on the day',
      [single(9, 1, '2026-12-01')],
      [set('2026-12-01', [1, 2])],
      { add: ['2 2026-12-01'], refuse: ['overlap Early 2026-12-01'] },
    ],
    [
      'is refused for an overlap with the night before',
      [single(9, 3, '2026-11-30')],
      [set('2026-12-01', [4])],
      { add: ['4 2026-12-01'], refuse: ['overlap Night 2026-11-30'] },
    ],
    [
      'is refused for an overlap with the next morning',
      [single(9, 4, '2026-12-02')],
      [set('2026-12-01', [3])],
      { add: ['3 2026-12-01'], refuse: ['overlap Dawn 2026-12-02'] },
    ],
    [
      'is compared with the other changes',
      [],
      [set('2026-12-01', [3]), set('2026-12-02', [4])],
      { add: ['3 2026-12-01', '4 2026-12-02'], refuse: ['overlap Dawn 2026-12-02', 'overlap Night 2026-12-01'] },
    ],
    [
      'may take the place of what another change takes away',
      [single(9, 3, '2026-12-01')],
      [set('2026-12-01', []), set('2026-12-02', [4])],
      { add: ['4 2026-12-02'], end: [9] },
    ],
    ['is refused for a disabled or unknown shift', [], [set('2026-12-01', [99])], { refuse: ['shift_disabled  2026-12-01'] }],
  ] as const)('%s', (_name, assignments, changes, expected) => {
    expect(plan([...assignments], [...changes])).toEqual({ ...nothing, ...expected })
  })

  it('adds no shift to a day of absence or outside employment, but takes one away', () => {
    const add = [set('2026-12-01', [1])]
    expect(plan([], add, { isEmployed: true, isAbsent: true }).refuse).toEqual(['absent  2026-12-01'])
    expect(plan([], add, { isEmployed: false, isAbsent: false }).refuse).toEqual(['not_employed  2026-12-01'])
    const remove = [set('2026-12-01', [])]
    expect(plan([single(9, 1, '2026-12-01')], remove, { isEmployed: false, isAbsent: true })).toEqual({ ...nothing, end: [9] })
  })
})

describe('overlaps of assignments with excluded dates', () => {
  it.each([
    ['are found in a later week', ['2026-12-01'], '2026-12-31', '2026-12-08'],
    ['are found after many excluded weeks', ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'], null, '2026-12-29'],
    ['do not exist when every common day is excluded', ['2026-12-01', '2026-12-08'], '2026-12-14', undefined],
  ])('%s', (_name, excluded_dates, end_date, date) => {
    const one = assignment(1, 1, { weekdays: [2], excluded_dates, end_date })
    expect(findOverlap(one, assignment(2, 2, { weekdays: [2], end_date: null }))).toBe(date)
    expect(findOverlap(assignment(2, 2, { weekdays: [2], end_date: null }), one)).toBe(date)
  })
})
