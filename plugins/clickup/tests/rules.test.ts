import { expect, test } from 'vitest'
import { readFeatures, toFeatureSettings } from '../domain/features.ts'
import { getWaitSeconds } from '../domain/rate-limit.ts'
import { classifyRefusal } from '../domain/refusal.ts'
import { fromClickUpDue, toClickUpDue } from '../domain/task-due.ts'
import { findClickUpStatus, findTaskStatus } from '../domain/task-statuses.ts'

test.each([
  [401, 'OAUTH_025', 'token'],
  [401, 'OAUTH_019', 'token'],
  [401, 'OAUTH_021', 'token'],
  [401, 'OAUTH_077', 'token'],
  [400, 'OAUTH_017', 'token'],
  [401, '', 'token'],
  [401, 'OAUTH_023', 'workspace'],
  [401, 'OAUTH_026', 'workspace'],
  [401, 'OAUTH_027', 'workspace'],
  [403, 'OAUTH_029', 'workspace'],
  [401, 'OAUTH_045', 'workspace'],
  [401, 'OAUTH_028', 'other'],
  [401, 'OAUTH_046', 'other'],
  [403, '', 'other'],
  [404, 'ITEM_015', 'missing'],
  [400, 'ITEM_015', 'missing'],
  [404, '', 'missing'],
  [503, '', 'server'],
  [400, 'INPUT_003', 'other'],
])('a refusal with status %i and code "%s" is of the kind %s', (status, code, kind) => {
  expect(classifyRefusal(status, code)).toBe(kind)
})

const NOW = 1_764_576_000_500
const inSeconds = (seconds: number) => String(Math.floor(NOW / 1_000) + seconds)

test.each([
  ['a success with calls left does not wait', 200, '5', inSeconds(30), 0],
  ['a success without rate-limit headers does not wait', 200, null, null, 0],
  ['the last allowed call waits until the reset', 200, '0', inSeconds(30), 30],
  ['a refusal waits until the reset', 429, '0', inSeconds(12), 12],
  ['a refusal without a reset waits for a minute', 429, null, null, 60],
  ['a refusal with an unreadable reset waits for a minute', 429, '0', 'soon', 60],
  ['a reset in the past waits for a second', 429, '0', inSeconds(-90), 1],
  ['a reset far away waits for ten minutes', 429, '0', '999999999999', 600],
])('%s', (_, status, remaining, reset, seconds) => {
  expect(getWaitSeconds(status, remaining, reset, NOW)).toBe(seconds)
})

test('absent switches are on, and multiple assignees are lifted out of the features', () => {
  const all = toFeatureSettings({ multiple_assignees: true, features: null })
  expect(all.multiple_assignees).toBe(true)
  expect(all.features.due_dates).toEqual({ enabled: true, start_date: true, remap_due_dates: true, remap_closed_due_date: true })
  expect(all.features).not.toHaveProperty('multiple_assignees')
  expect(Object.keys(all.features)).toHaveLength(9)
  const none = { time_tracking: null, tags: { enabled: false }, time_estimates: null, checklists: null, custom_fields: null }
  const features = { ...none, due_dates: null, remap_dependencies: null, dependency_warning: null, portfolios: null }
  const some = toFeatureSettings({ multiple_assignees: true, features: { ...features, multiple_assignees: { enabled: false } } })
  expect(some.multiple_assignees).toBe(false)
  expect(some.features.tags).toEqual({ enabled: false })
  expect(some.features.checklists).toEqual({ enabled: true })
})

test('features that ClickUp does not name, or names wrongly, are off', () => {
  const read = readFeatures({
    tags: { enabled: true },
    checklists: 'yes',
    due_dates: { enabled: true, start_date: 1 },
    sprints: { enabled: true },
  })
  expect(read.tags).toEqual({ enabled: true })
  expect(read.checklists).toEqual({ enabled: false })
  expect(read.due_dates).toEqual({ enabled: true, start_date: false, remap_due_dates: false, remap_closed_due_date: false })
  expect(read).not.toHaveProperty('sprints')
  expect(readFeatures(null).portfolios).toEqual({ enabled: false })
})

const names = { to_do: 'to do', process: 'Doing', completed: 'complete', canceled: 'complete' }
const list = [
  { status: 'to do', type: 'open' },
  { status: 'review', type: 'custom' },
  { status: 'complete', type: 'closed' },
]

test.each([
  ['to_do', 'to do'],
  ['process', 'review'],
  ['completed', 'complete'],
  ['canceled', 'complete'],
] as const)('the status %s is "%s" in the list: by its name, else by its type', (status, expected) => {
  expect(findClickUpStatus(status, names, list)).toBe(expected)
})

test('a list without a fitting status keeps the one of the task', () => {
  expect(findClickUpStatus('process', names, [{ status: 'to do', type: 'open' }])).toBeUndefined()
})

test.each([
  ['TO DO ', 'open', 'to_do'],
  ['doing', 'custom', 'process'],
  ['review', 'custom', 'process'],
  ['complete', 'closed', 'completed'],
  ['shipped', 'done', 'completed'],
  ['', '', 'process'],
])('the status "%s" of the type %s is %s here', (status, type, expected) => {
  expect(findTaskStatus({ status, type }, names)).toBe(expected)
})

const ZONE = 'Asia/Hong_Kong'
test('a whole day is sent as its noon, and comes back as the same day', () => {
  const day = { dueAt: '2027-03-03T16:00:00.000Z', allDay: true }
  const sent = toClickUpDue(day, ZONE)
  expect(sent).toEqual({ due_date: Date.UTC(2027, 2, 4, 4), due_date_time: false })
  expect(fromClickUpDue(sent.due_date, null, ZONE)).toEqual(day)
  expect(fromClickUpDue(sent.due_date, false, ZONE)).toEqual(day)
  // A date that a person chooses in ClickUp is stored as four o'clock.
  expect(fromClickUpDue(Date.UTC(2027, 2, 3, 20), null, ZONE)).toEqual(day)
})

test('a due time is exact, and no due date stays none', () => {
  const due = { dueAt: '2027-03-04T01:30:00.000Z', allDay: false }
  expect(fromClickUpDue(toClickUpDue(due, ZONE).due_date, null, ZONE)).toEqual(due)
  const none = { dueAt: null, allDay: false }
  expect(toClickUpDue(none, ZONE)).toEqual({ due_date: null, due_date_time: false })
  expect(fromClickUpDue(null, null, ZONE)).toEqual(none)
})
