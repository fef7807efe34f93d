import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { createTaskFixture, rights } from './fixture.ts'

const shop = suite(['tasks', 'calendar', 'notes'])
const { hire, create, read, move, notices, open, day } = createTaskFixture(shop)
const status = async (answer: Promise<{ status: number }>) => (await answer).status

test('a task that several people complete at once is completed once, and the next of its series exists once', async () => {
  const [kim, boss] = [await hire(), await hire(rights)]
  const due_date = await day(1)
  const first = await create(kim, {
    title: 'Count',
    due_date,
    due_time: '09:00',
    recurrence: 'weekly',
    checklist: [{ text: 'a', done: true }],
  })
  const answers = await Promise.all([move(kim, first, 'complete'), move(boss, first, 'complete'), move(kim, first, 'complete')])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409])
  const [next, ...others] = await open(first)
  expect([next?.due, others]).toEqual([`${await day(8)}T01:00`, []])
  expect(await read(kim, next?.id ?? 0)).toMatchObject({
    creator: { id: kim.id },
    assignee: { id: kim.id },
    checklist_done: 0,
    due_time: '09:00',
  })
  // An earlier task of the series stays closed while the next one is open, also when both are changed at once.
  expect((await move(kim, first, 'reopen')).body.messages.status).toHaveLength(1)
  await Promise.all([move(kim, next?.id ?? 0, 'complete'), move(boss, first, 'reopen')])
  expect(await open(first)).toHaveLength(1)
  const [last] = await open(first)
  await move(kim, last?.id ?? 0, 'cancel')
  expect(await open(first)).toEqual([])
  // Of two earlier tasks one is reopened.
  const reopened = await Promise.all([move(kim, first, 'reopen'), move(kim, last?.id ?? 0, 'reopen')])
  expect(reopened.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  const undated = await kim.client.post('/api/admin/my/task', { title: 'x', recurrence: 'daily' })
  expect([undated.status, Object.keys(undated.body.messages)]).toEqual([422, ['due_at']])
  const ended = { title: 'x', due_date, recurrence: 'daily', recurrence_until: await day(0) }
  expect(Object.keys((await kim.client.post('/api/admin/my/task', ended)).body.messages)).toEqual(['recurrence_until'])
})

test('a series and its reminder keep the clock of the shop across daylight saving', async () => {
  const kim = await hire()
  const zone = (time_zone: string) => shop.owner.put('/api/admin/settings/basic', { time_zone })
  expect(await status(zone('Europe/London'))).toBe(200)
  try {
    const id = await create(kim, {
      ...{ title: 'Call', due_date: '2027-03-26', due_time: '09:00', recurrence: 'weekly' },
      ...{ remind_date: '2027-03-25', remind_time: '18:00' },
    })
    const whole = await create(kim, { title: 'Day', due_date: '2027-03-27', recurrence: 'daily' })
    for (const done of [id, whole]) await move(kim, done, 'complete')
    const [next] = await open(id)
    expect(next?.due).toBe('2027-04-02T08:00')
    const fields = { due_date: '2027-04-02', due_time: '09:00', remind_date: '2027-04-01', remind_time: '18:00' }
    expect(await read(kim, next?.id ?? 0)).toMatchObject(fields)
    const [second] = await open(whole)
    await move(kim, second?.id ?? 0, 'complete')
    const [third] = await open(whole)
    expect([second?.due, third?.due]).toEqual(['2027-03-28T00:00', '2027-03-28T23:00'])
    expect(await read(kim, third?.id ?? 0)).toMatchObject({ due_date: '2027-03-29', due_time: null })
  } finally {
    await zone('Asia/Hong_Kong')
  }
})

test('a reminder is sent once, also by two workers at once, and again when its time was changed', async () => {
  const [kim, boss] = [await hire(), await hire(rights)]
  const id = await create(boss, { title: 'Water', due_date: await day(0), assignee_admin_id: kim.id, remind_date: await day(-1) })
  const reminders = async () => (await notices(kim)).filter((text) => text.startsWith('Reminder'))
  const remind = () => Promise.all([shop.it.clock('tasks/remind'), shop.it.clock('tasks/remind')])
  await remind()
  await remind()
  expect(await reminders()).toEqual([`Reminder: Task Water. Due: ${await day(0)}`])
  const values = { title: 'Water', due_date: await day(0), assignee_admin_id: kim.id, remind_date: await day(-2) }
  expect(await status(boss.client.put(`/api/admin/my/task/${id}`, { ...values, version: 1 }))).toBe(200)
  await remind()
  expect(await reminders()).toHaveLength(2)
  await move(kim, id, 'complete')
  await shop.it.kernel.db.run(sql`update task set reminded_at = null where id = ${id}`)
  await remind()
  expect(await reminders()).toHaveLength(2)
})
