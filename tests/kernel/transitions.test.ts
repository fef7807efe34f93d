import { describe, expect, test } from 'vitest'
import { sql, recordHistory, WRONG_STATE } from 'stoa'
import { captureStatements } from '../support/query-listener.ts'
import { jar, hookCalls, usePantry } from './pantry.ts'

const { app, make, read, log } = usePantry()

describe('a transition', () => {
  test('runs its guard, changes the status, records history and runs its effect, in that order', async () => {
    const { id } = await make()
    const moved = await app.owner.post(`/api/admin/jar/${id}/offer`, { reason: 'ready', n: 4 })
    expect(moved.body).toMatchObject({ status: 'pending', version: 2 })
    expect(hookCalls).toEqual(['guard draft', 'moving offer draft', 'effect 4', 'moved offer'])
    expect((await log(id)).at(-1)).toEqual({ verb: 'status', changes: [{ field: 'status', old: 'draft', new: 'pending' }] })
    const me = (await app.owner.get('/api/admin')).body.id
    expect(
      await app.it.kernel.db.rows(
        sql`select document_type, document_id, from_status, to_status, actor_kind, actor_id, reason from status_history`,
      ),
    ).toEqual([
      {
        document_type: 'jar',
        document_id: id,
        from_status: 'draft',
        to_status: 'pending',
        actor_kind: 'admin',
        actor_id: me,
        reason: 'ready',
      },
    ])
  })

  test('from another status is refused and changes nothing', async () => {
    const { id } = await make()
    const refused = await app.owner.post(`/api/admin/jar/${id}/finish`)
    expect([refused.status, refused.body.code, Object.keys(refused.body.messages)]).toEqual([409, 'WRONG_STATE', ['status']])
    expect([(await read(id)).status, hookCalls]).toEqual(['draft', []])
  })

  test('of a locked row is written by a statement of the caller, with hooks, history and audit log', async () => {
    const { id } = await make()
    const { resources } = app.it.kernel
    const offer = (status: string, title: string) =>
      app.it.kernel.transaction((tx) =>
        resources.transitionLockedIn(tx, app.it.ctx, 'jar', { id, status }, { action: 'offer', input: { n: 2 } }, (parts) =>
          tx.one(sql`with ${parts}, noted as (insert into label (title) values (${title})) select id from moved`),
        ),
      )
    await offer('draft', 'large')
    expect(await read(id)).toMatchObject({ status: 'pending', version: 2 })
    expect(hookCalls).toEqual(['guard draft', 'moving offer draft', 'effect 2', 'moved offer'])
    expect((await log(id)).at(-1)).toEqual({ verb: 'status', changes: [{ field: 'status', old: 'draft', new: 'pending' }] })
    expect(await app.it.kernel.db.rows(sql`select from_status, to_status from status_history`)).toEqual([
      { from_status: 'draft', to_status: 'pending' },
    ])
    expect(await app.it.kernel.db.rows(sql`select title from label`)).toEqual([{ title: 'large' }])
    await expect(offer('draft', 'small')).rejects.toMatchObject({ kind: WRONG_STATE })
    expect(await app.it.kernel.db.rows(sql`select 1 from status_history`)).toHaveLength(1)
  })

  test('can be chained with another: guards and effects of each, one write, one history and audit entry each', async () => {
    const { id } = await make()
    const { resources } = app.it.kernel
    const through = (...moves: string[]) =>
      app.it.kernel.transaction((tx) => resources.transitionThroughIn(tx, app.it.ctx, 'jar', id, moves))
    const statements = await captureStatements(() => through('offer', 'finish'))
    expect(statements.filter((statement) => /update "jar"/.test(statement))).toHaveLength(1)
    expect(hookCalls).toEqual([
      'guard draft',
      'moving offer draft',
      'moving finish pending',
      'effect 1',
      'moved offer before finish',
      'moved finish',
    ])
    const row = await read(id)
    expect(row).toMatchObject({ status: 'completed', version: 3, note: `${String(row.code)} is done` })
    const steps = [
      { from_status: 'draft', to_status: 'pending' },
      { from_status: 'pending', to_status: 'completed' },
    ]
    expect(await app.it.kernel.db.rows(sql`select from_status, to_status from status_history order by id`)).toEqual(steps)
    expect((await log(id)).slice(-2).map(({ changes }) => changes)).toEqual(
      steps.map(({ from_status, to_status }) => [{ field: 'status', old: from_status, new: to_status }]),
    )
  })

  test('that cannot follow the previous one rolls back both', async () => {
    const { id } = await make()
    const { resources } = app.it.kernel
    const through = (...moves: string[]) =>
      app.it.kernel.transaction((tx) => resources.transitionThroughIn(tx, app.it.ctx, 'jar', id, moves))
    await expect(through('offer', 'offer')).rejects.toMatchObject({ kind: WRONG_STATE })
    await expect(through('offer', 'melt')).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
    await through()
    expect(await read(id)).toMatchObject({ status: 'draft', version: 1 })
    expect(await app.it.kernel.db.rows(sql`select 1 from status_history`)).toEqual([])
  })

  test('of a locked row is refused when its status differs from the one given', async () => {
    const { id } = await make()
    const finish = app.it.kernel.transaction((tx) =>
      app.it.kernel.resources.transitionLockedIn(
        tx,
        app.it.ctx,
        'jar',
        { id, status: 'pending' },
        { action: 'finish', input: {} },
        (parts) => tx.one(sql`with ${parts} select id from moved`),
      ),
    )
    await expect(finish).rejects.toMatchObject({ kind: WRONG_STATE })
    expect((await read(id)).status).toBe('draft')
  })

  test('that its guard refuses, or with invalid input, changes nothing', async () => {
    const { id } = await make({ code: 'GUARDED' })
    expect((await app.owner.post(`/api/admin/jar/${id}/offer`)).body.messages).toEqual({ code: ['guarded'] })
    expect((await app.owner.post(`/api/admin/jar/${id}/offer`, { n: 'x' })).body.messages).toHaveProperty('n')
    expect(await read(id)).toMatchObject({ status: 'draft', version: 1 })
    expect(await app.it.kernel.db.rows(sql`select 1 from status_history`)).toEqual([])
  })

  test('requested twice at once is made once', async () => {
    const { id } = await make()
    const both = await Promise.all([1, 2, 3].map(() => app.owner.post(`/api/admin/jar/${id}/offer`)))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(await app.it.kernel.db.rows(sql`select 1 from status_history`)).toHaveLength(1)
  })

  test('for the system only has no route, and is made by code', async () => {
    const { id } = await make()
    expect((await app.owner.post(`/api/admin/jar/${id}/expire`)).status).toBe(404)
    await app.it.kernel.resources.transition(app.it.ctx, jar, id, 'expire')
    expect((await read(id)).status).toBe('completed')
    await expect(app.it.kernel.resources.transition(app.it.ctx, 'jar', id, 'melt')).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  })

  test('cannot be made by writing the status field', async () => {
    const { id } = await make({ status: 'completed' })
    await app.owner.put(`/api/admin/jar/${id}`, { status: 'pending', note: 'x' })
    expect(await read(id)).toMatchObject({ status: 'draft', note: 'x' })
  })

  test('needs a permission of its own', async () => {
    const { id } = await make()
    const clerk = await app.it.staff(['get jar', 'update jar', 'finish jar'])
    expect((await clerk.post(`/api/admin/jar/${id}/offer`)).status).toBe(403)
    expect((await (await app.it.staff(['offer jar'])).post(`/api/admin/jar/${id}/offer`)).status).toBe(200)
    expect((await clerk.post(`/api/admin/jar/${id}/finish`)).status).toBe(200)
    expect((await clerk.post(`/api/admin/jar/${id}/shake`, { n: 1 })).status).toBe(403)
  })

  test('of many rows skips those that cannot change, with the reason', async () => {
    const [one, two] = [await make(), await make()]
    await app.owner.post(`/api/admin/jar/${two.id}/offer`)
    const { body } = await app.owner.post('/api/admin/jar/batch/offer', { ids: [two.id, one.id], n: 2 })
    expect(body).toMatchObject({ success_ids: [one.id], fail_ids: [two.id], fails: [{ id: two.id, reason: expect.stringMatching(/\w/) }] })
  })
})

test('an action runs its effect, writes to the audit log, and leaves the row unchanged', async () => {
  const { id } = await make()
  expect((await app.owner.post(`/api/admin/jar/${id}/shake`, { n: 0 })).body.messages).toHaveProperty('n')
  expect((await app.owner.post(`/api/admin/jar/${id}/shake`, { n: 2 })).body).toMatchObject({ status: 'draft', version: 1 })
  expect(hookCalls).toEqual(['moving shake draft', 'shake 2', 'moved shake'])
  expect((await log(id)).at(-1)).toEqual({ verb: 'shake', changes: [] })
})

test('history entries of guests and the system have no actor id', async () => {
  const { id } = await make()
  const tell = (actor: object) =>
    app.it.kernel.transaction((tx) =>
      recordHistory({ ctx: { ...app.it.ctx, actor: actor as never }, tx }, { name: 'jar' }, id, { from: null, to: 'draft' }),
    )
  for (const actor of [{ kind: 'guest' }, { kind: 'customer', id: 5 }, { kind: 'system', name: 'clock' }]) await tell(actor)
  expect(await app.it.kernel.db.rows(sql`select actor_kind, actor_id, from_status, reason from status_history order by id`)).toEqual([
    { actor_kind: 'guest', actor_id: null, from_status: null, reason: '' },
    { actor_kind: 'customer', actor_id: 5, from_status: null, reason: '' },
    { actor_kind: 'system', actor_id: null, from_status: null, reason: '' },
  ])
})
