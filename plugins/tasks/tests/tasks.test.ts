import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import { TASKS } from '../index.ts'
import { createTaskFixture, listener, received, rights } from './fixture.ts'

const shop = suite(['tasks', 'calendar', 'desk', 'notes', 'sheets'], { extra: [listener] })
const { hire, create, read, move, own, notices, day } = createTaskFixture(shop)
const without = (...left: string[]) => rights.filter((right) => !left.includes(right))
const status = async (answer: Promise<{ status: number }>) => (await answer).status

test('every member of staff has tasks of their own, without any right', async () => {
  const kim = await hire()
  const checklist = [{ text: 'Boxes' }, { text: 'Tape' }]
  const id = await create(kim, { title: 'Pack', due_date: await day(0), checklist })
  const shown = await read(kim, id)
  expect(shown).toMatchObject({ title: 'Pack', status: 'to_do', due_time: null, is_due: true, is_overdue: false, assignee: { id: kim.id } })
  expect(shown).toMatchObject({ may: { edit: true, assign: false, tick: true, destroy: false }, actions: ['start', 'complete', 'cancel'] })
  const path = `/api/admin/my/task/${id}`
  expect(await status(kim.client.put(`${path}/checklist`, { item: shown.checklist[1].id }))).toBe(200)
  expect((await read(kim, id)).checklist.map((item: { done: boolean }) => item.done)).toEqual([false, true])
  expect((await kim.client.get('/api/admin/badges')).body.data.my_tasks).toBe(1)
  expect((await kim.client.get('/api/admin/cards?card=my_tasks')).body.data).toMatchObject([
    { name: 'my_tasks', screen: 'tasks/due-tasks', content: { data: { data: [{ id, title: 'Pack', is_due: true }] } } },
  ])
  const { version } = await read(kim, id)
  expect(await status(kim.client.put(path, { title: 'Pack all', version, due_date: await day(-1) }))).toBe(200)
  expect(await status(kim.client.put(path, { title: 'Stale', version }))).toBe(409)
  expect(await read(kim, id)).toMatchObject({ title: 'Pack all', is_overdue: true, checklist_done: 1 })
  expect(await status(kim.client.put(`${path}/watch`, { watching: true }))).toBe(200)
  expect(await own(kim, 'view=watched')).toEqual(['Pack all'])
  expect(await status(move(kim, id, 'complete'))).toBe(200)
  expect([await own(kim), await own(kim, 'closed=true')]).toEqual([[], ['Pack all']])
  expect((await kim.client.get(`${path}/history`)).body.data.map((entry: { to_status: string }) => entry.to_status)).toContain('completed')
  // Nothing else: no list, no task for others, and no deletion.
  expect(await status(kim.client.get('/api/admin/task'))).toBe(403)
  expect(await status(kim.client.get('/api/admin/my/task/people'))).toBe(403)
  expect(await status(kim.client.delete(path))).toBe(403)
  const lee = await hire()
  const forOthers = await kim.client.post('/api/admin/my/task', { title: 'Yours', assignee_admin_id: lee.id })
  expect([forOthers.status, Object.keys(forOthers.body.messages)]).toEqual([422, ['assignee_admin_id']])
  expect(await status(kim.client.post('/api/admin/my/task', { title: 'Ours', watchers: [lee.id] }))).toBe(422)
  expect(await status(kim.client.post('/api/admin/my/task', { title: '' }))).toBe(422)
  expect(await status(kim.client.post('/api/admin/my/task', { title: 'x', due_time: '09:00' }))).toBe(422)
})

test('a task of others does not exist without the right to read tasks', async () => {
  const [kim, lee] = [await hire(rights), await hire(without('get task'))]
  const id = await create(kim, { title: 'Secret', due_date: await day(0) })
  const path = `/api/admin/my/task/${id}`
  for (const answer of [
    lee.client.get(path),
    lee.client.get(`${path}/history`),
    lee.client.put(path, { title: 'Mine', version: 1 }),
    move(lee, id, 'complete'),
    lee.client.put(`${path}/watch`, {}),
    lee.client.put(`${path}/checklist`, { item: '1' }),
    lee.client.delete(path),
    lee.client.put(`/api/admin/task/${id}`, { title: 'Mine', version: 1 }),
    lee.client.post(`/api/admin/task/${id}/complete`, {}),
    lee.client.get(`/api/admin/note?subject=task&subject_id=${id}`),
  ])
    expect(await status(answer)).toBe(404)
  await kim.client.put(path, { title: 'Secret', version: 1, assignee_admin_id: kim.id, watchers: [lee.id], due_date: await day(0) })
  expect(await read(lee, id)).toMatchObject({ title: 'Secret', actions: ['start', 'complete', 'cancel'], may: { edit: true } })
  expect(await own(lee)).not.toContain('Secret')
})

test('lists, search, export, calendar and batches show only the tasks in the row scope', async () => {
  const [boss, kim] = [await hire(rights), await hire(['export task', 'batch update task', 'batch destroy task', 'get calendar'])]
  const reader = await hire(['get task', 'export task', 'get calendar'])
  const due_date = await day(2)
  const hidden = await create(boss, { title: 'Zebra hidden', due_date })
  const mine = await create(boss, { title: 'Zebra mine', due_date, assignee_admin_id: kim.id })
  const found = async (client: typeof kim.client) => JSON.stringify((await client.get('/api/admin/search?q=Zebra')).body)
  expect(await found(kim.client)).not.toContain('Zebra')
  expect(await found(reader.client)).toContain('Zebra hidden')
  expect((await reader.client.get('/api/admin/task?q=Zebra')).body.data).toHaveLength(2)
  const sheet = async (client: typeof kim.client) => JSON.stringify((await client.get('/api/admin/task/export?format=csv')).body)
  expect([(await sheet(kim.client)).includes('Zebra mine'), (await sheet(kim.client)).includes('Zebra hidden')]).toEqual([true, false])
  expect(await sheet(reader.client)).toContain('Zebra hidden')
  const calendar = `/api/admin/calendar?from=${due_date}&to=${await day(3)}&source=tasks`
  const entries = async (client: typeof kim.client) =>
    (await client.get(calendar)).body.data.map(({ title, movable }: { title: string; movable: boolean }) => `${title} ${movable}`)
  expect(await entries(kim.client)).toEqual(['Zebra mine false'])
  expect(await entries(reader.client)).toEqual(['Zebra hidden false', 'Zebra mine false'])
  const batch = await kim.client.put('/api/admin/task/batch', { ids: [hidden, mine], key: 'priority', value: 'low' })
  expect(batch.body.success_ids).toEqual([mine])
  expect((await kim.client.delete('/api/admin/task/batch', { ids: [hidden] })).body.success_ids).toEqual([])
  expect((await read(boss, hidden)).priority).toBe('normal')
})

test('each change of a task of others needs its own right', async () => {
  const boss = await hire(rights)
  const begin = { start: [], complete: [], cancel: [], reopen: ['complete'] } as const
  for (const [action, before] of Object.entries(begin)) {
    const lacking = await hire(without(`${action} task`))
    const id = await create(boss, { title: action, assignee_admin_id: boss.id })
    for (const step of before) await move(boss, id, step)
    expect([action, await status(move(lacking, id, action))]).toEqual([action, 403])
    expect([action, await status(lacking.client.post(`/api/admin/task/${id}/${action}`, {}))]).toEqual([action, 403])
    expect([action, await status(move(await hire(['get task', `${action} task`]), id, action))]).toEqual([action, 200])
  }
  const id = await create(boss, { title: 'Fixed' })
  const path = `/api/admin/my/task/${id}`
  expect(await status((await hire(without('update task'))).client.put(path, { title: 'x', version: 1 }))).toBe(403)
  expect(await status((await hire(without('destroy task'))).client.delete(path))).toBe(403)
  expect(await status((await hire(without('create task'))).client.post('/api/admin/task', { title: 'x' }))).toBe(403)
  // The assignee works on a task without rights, but does not rewrite or cancel it.
  const kim = await hire()
  const assigned = await create(boss, { title: 'For Kim', assignee_admin_id: kim.id })
  expect(await status(kim.client.put(`/api/admin/my/task/${assigned}`, { title: 'x', version: 1 }))).toBe(403)
  expect(await status(move(kim, assigned, 'cancel'))).toBe(403)
  for (const action of ['start', 'complete', 'reopen']) expect(await status(move(kim, assigned, action))).toBe(200)
  expect(await status(move(kim, assigned, 'reopen'))).toBe(409)
  await shop.it.kernel.db.run(sql`update account set enabled = false where id = ${kim.id}`)
  expect(await status(boss.client.post('/api/admin/my/task', { title: 'x', assignee_admin_id: kim.id }))).toBe(422)
})

test('assignee, watchers and creator are notified of assignment, status and comments, once', async () => {
  const [boss, kim, lee] = [await hire([...rights, 'create note']), await hire(['create note']), await hire(['create note'])]
  const outsider = await hire(['create note'])
  const id = await create(boss, { title: 'Shelf', assignee_admin_id: kim.id, watchers: [lee.id] })
  await move(kim, id, 'start')
  const about = { subject: 'task', subject_id: id }
  const comment = await lee.client.post('/api/admin/note', { ...about, body: `@${boss.name} done?`, mentions: [boss.id] })
  expect(comment.status, JSON.stringify(comment.body)).toBe(201)
  expect(await status(lee.client.post('/api/admin/note', { ...about, body: 'x', mentions: [outsider.id] }))).toBe(422)
  await shop.it.jobs()
  expect(await notices(kim)).toEqual([`${boss.name} assigned you Task Shelf`, `${lee.name} commented on Task Shelf`])
  expect(await notices(lee)).toEqual([`${kim.name} started Task Shelf`])
  expect(await notices(boss)).toEqual([`${kim.name} started Task Shelf`, `${lee.name} mentioned you: Task Shelf`])
  const [notice] = (await kim.client.get('/api/admin/notice')).body.data
  expect(notice).toMatchObject({ resource: 'task', row_id: id, path: `tasks/${id}` })
  // Who is no longer concerned sees neither title nor page.
  const { version } = await read(boss, id)
  await boss.client.put(`/api/admin/my/task/${id}`, { title: 'Shelf', version, assignee_admin_id: boss.id })
  expect((await kim.client.get('/api/admin/notice')).body.data[0]).toMatchObject({ resource: null, row_id: null, path: null })
})

test('a task about a record is shown there, and names it only to those who may read it', async () => {
  const [kim, lee] = [await hire(['get role']), await hire(rights)]
  const role = (await kim.client.get('/api/admin/role?limit=1')).body.data[0] as { id: number; name: string }
  const about = { subject_type: 'role', subject_id: role.id }
  const id = await create(kim, { title: 'Review rights', ...about })
  const list = `/api/admin/my/task/about?subject=role&subject_id=${role.id}`
  const shown = (await kim.client.get(list)).body
  expect(shown).toMatchObject({ subject: { resource: 'role', id: role.id, title: role.name }, data: [{ id, title: 'Review rights' }] })
  expect(await read(kim, id)).toMatchObject({ subject: { label: 'Role', title: role.name }, has_subject: true })
  expect(await status(lee.client.get(list))).toBe(404)
  expect(await read(lee, id)).toMatchObject({ subject: null, has_subject: true })
  for (const subject of [
    about,
    { subject_type: 'role', subject_id: 999_999 },
    { subject_type: 'ghost', subject_id: 1 },
    { subject_type: 'role' },
  ])
    expect(await status(lee.client.post('/api/admin/my/task', { title: 'x', ...subject }))).toBe(422)
  expect(await status(kim.client.get('/api/admin/my/task/about?subject=ghost&subject_id=1'))).toBe(404)
  await move(kim, id, 'complete')
  expect((await kim.client.get(list)).body.data).toEqual([])
})

test('the calendar moves due dates where the actor may change the task, as a day or at a time', async () => {
  const [kim, boss] = [await hire(['get calendar']), await hire([...rights, 'get calendar'])]
  const entry = (id: number) => `/api/admin/calendar/entry/tasks/${id}`
  const id = await create(kim, { title: 'Mine', due_date: '2027-01-04', remind_date: '2027-01-03', remind_time: '09:00' })
  expect(await status(kim.client.put(entry(id), { start: '2027-01-06', end: null, version: 1 }))).toBe(200)
  expect(await read(kim, id)).toMatchObject({ due_date: '2027-01-06', due_time: null, remind_date: '2027-01-05', remind_time: '09:00' })
  expect(await status(kim.client.put(entry(id), { start: '2027-01-07', end: null, version: 1 }))).toBe(409)
  expect(await status(kim.client.put(entry(id), { start: 'soon', end: null, version: null }))).toBe(422)
  expect(await status(boss.client.put(entry(id), { start: '2027-01-07T02:30:00Z', end: null, version: null }))).toBe(200)
  expect(await read(kim, id)).toMatchObject({ due_date: '2027-01-07', due_time: '10:30' })
  const assigned = await create(boss, { title: 'Given', due_date: '2027-01-04', assignee_admin_id: kim.id })
  expect(await status(kim.client.put(entry(assigned), { start: '2027-01-06', end: null, version: null }))).toBe(403)
  expect(await status(kim.client.put(entry(await create(boss, { title: 'Other' })), { start: '2027-01-06', end: null }))).toBe(404)
})

test('sheets bring tasks back as they were exported', async () => {
  const boss = await hire([...rights, 'export task', 'import task', 'get account'])
  await create(boss, {
    title: 'Round trip',
    due_date: '2027-02-01',
    priority: 'high',
    checklist: [{ text: 'One', done: true }, { text: 'Two' }],
  })
  const csv = (await boss.client.get('/api/admin/task/export?format=csv&q=Round')).raw.body
  const file = new File([csv.replace('Round trip', 'Round trip 2')], 'tasks.csv', { type: 'text/csv' })
  const brought = await boss.client.post('/api/admin/task/import', toFormData({ file }))
  expect(brought.status, JSON.stringify(brought.body)).toBeLessThan(300)
  await shop.it.jobs()
  const rows = (await boss.client.get('/api/admin/task?q=Round&fields=*')).body.data as Record<string, unknown>[]
  const values = rows.map(({ title: _, id: __, created_at: ___, updated_at: ____, changed_at: _____, version: ______, ...row }) => row)
  expect(rows).toHaveLength(2)
  expect(values[0]).toEqual({ ...values[1] })
})

test('other plugins create, find and complete tasks by their record', async () => {
  const { kernel } = shop.it
  const tasks = kernel.get(TASKS)
  const kim = await hire(['get role'])
  const subject = { type: 'role', id: (await kim.client.get('/api/admin/role?limit=1')).body.data[0].id }
  const input = { title: 'Check', subject, assignee_admin_id: kim.id, checklist: ['One', 'Two'] }
  const id = await kernel.transaction((tx) => tasks.create(tx, shop.it.ctx, input))
  expect(await tasks.findBySubject(kernel.db, subject, { open: true })).toMatchObject([{ id, title: 'Check', status: 'to_do' }])
  const complete = () => kernel.transaction((tx) => tasks.completeBySubject(tx, shop.it.ctx, subject))
  expect([await complete(), await complete()]).toEqual([[id], []])
  expect(await tasks.findBySubject(kernel.db, subject, { open: true })).toEqual([])
  expect((await read(kim, id)).status).toBe('completed')
})

test('a linked task takes later changes of the other tool, and logs earlier ones', async () => {
  const { kernel, ctx } = shop.it
  const tasks = kernel.get(TASKS)
  const boss = await hire(rights)
  received.length = 0
  const external = { tool: 'clickup', id: 'abc', url: 'https://app.clickup.com/t/abc' }
  const id = await kernel.transaction((tx) => tasks.create(tx, ctx, { title: 'Sync', assignee_admin_id: boss.id, external }))
  const other = await create(boss, { title: 'Other' })
  expect(await kernel.transaction((tx) => tasks.link(tx, ctx, other, external))).toBe(false)
  expect(await tasks.findByExternal(kernel.db, 'clickup', ['abc', 'x'])).toMatchObject([{ id, external_id: 'abc' }])
  const apply = (seconds: number, change: object) =>
    kernel.transaction((tx) =>
      tasks.applyExternalChange(tx, ctx, {
        ...{ tool: 'clickup', id: 'abc', changedAt: new Date(Date.now() + seconds * 1_000).toISOString() },
        ...change,
      }),
    )
  expect(await apply(-60, { title: 'Too late' })).toBe('outdated')
  expect(
    await apply(60, { title: 'From there', status: 'completed', dueAt: '2027-01-05T16:00:00Z', allDay: true, assigneeEmail: null }),
  ).toBe('applied')
  expect(await read(boss, id)).toMatchObject({
    title: 'From there',
    status: 'completed',
    due_date: '2027-01-06',
    due_time: null,
    assignee: null,
  })
  expect(await apply(30, { title: 'Earlier' })).toBe('outdated')
  expect(await apply(90, { status: 'process', assigneeEmail: 'nobody@shop.test' })).toBe('applied')
  expect((await read(boss, id)).status).toBe('process')
  expect(await apply(10, { title: 'Without conflict', isConflictFree: true })).toBe('applied')
  expect((await read(boss, id)).title).toBe('Without conflict')
  expect(await apply(80, { title: 'Before the last change' })).toBe('outdated')
  expect(await apply(99, { id: 'unknown' })).toBe('unlinked')
  const logged = await kernel.db.rows<{ changes: object[] }>(
    sql`select changes from audit_log where resource = 'task' and row_id = ${id} and verb = 'outdated' order by id`,
  )
  expect(logged).toHaveLength(3)
  expect(logged.map(({ changes }) => changes.at(-1))).toEqual([
    { field: 'title', old: 'Too late', new: 'Sync' },
    { field: 'title', old: 'Earlier', new: 'From there' },
    { field: 'title', old: 'Before the last change', new: 'Without conflict' },
  ])
  await shop.it.jobs()
  const events = received.filter(({ change }) => change.taskId === id).map(({ event, change }) => [event, change.status, change.origin])
  expect(events).toEqual([
    ['created', 'to_do', null],
    ['updated', 'to_do', 'clickup'],
    ['completed', 'completed', 'clickup'],
    ['updated', 'process', 'clickup'],
    ['updated', 'process', 'clickup'],
    ['updated', 'process', 'clickup'],
  ])
})
