import { beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from 'stoa'
import { readAbsences } from 'stoa/plugins/hr'
import { suite } from 'stoa/testing'
import { checks } from '../checks.ts'
import { createLeaveFixture } from './fixture.ts'

const shop = suite(['leave', 'notes'])
const leave = createLeaveFixture(shop)
const { take } = leave
beforeAll(() => leave.enable())

/** Today in the time zone of the test shop. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Hong_Kong' }).format(new Date())
const year = Number(today().slice(0, 4))
const last = year - 1
const work = { work_weekdays: [1, 2, 3, 4, 5, 6, 7] }

test('with 22 days granted and 10 taken, a holiday added later within the leave makes the carry-over 13', async () => {
  const calendar = await leave.post('hr_holiday_calendar', { title: 'Later', code: 'later' })
  const employee = await leave.hire({ ...work, holiday_calendar_id: calendar.id })
  const type = await leave.type({ carry_over_max: null })
  await leave.grant(employee.id, type.id, '22', `${last}-01-01`)
  await take(employee, type.id, `${last}-05-01`, `${last}-05-10`)
  await leave.accrue()
  expect(await leave.balance(employee.id, type.id, today())).toBe(12)

  const holiday = await leave.post('hr_holiday', { calendar_id: calendar.id, date: `${last}-05-05`, title: 'New holiday' })
  await shop.it.jobs()
  const proposals = async () => (await shop.owner.get(`/api/admin/hr_leave_adjustment?employee_id=${employee.id}`)).body.data
  expect(await proposals()).toEqual([])
  await leave.post(`hr_holiday/${holiday.id}/publish`, {}, 200)
  await shop.it.jobs()
  for (const action of ['unpublish', 'publish']) await leave.post(`hr_holiday/${holiday.id}/${action}`, {}, 200)
  await shop.it.jobs()
  const [proposal, ...others] = await proposals()
  expect([proposal?.days, others.length]).toEqual(['1', 0])
  const confirm = () => shop.owner.post(`/api/admin/hr_leave_adjustment/${proposal.id}/approve`)
  expect((await Promise.all([confirm(), confirm()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
  await leave.accrue()
  expect(await leave.balance(employee.id, type.id, today())).toBe(13)
})

test('a half-day holiday that becomes a whole one raises the proposal that waits, and adds one to what was confirmed', async () => {
  const calendar = await leave.post('hr_holiday_calendar', { title: 'Halves', code: 'halves' })
  const employee = await leave.hire({ ...work, holiday_calendar_id: calendar.id })
  const type = await leave.type()
  await leave.grant(employee.id, type.id, '5', `${year}-01-01`)
  await take(employee, type.id, `${year}-05-04`, `${year}-05-06`)
  const add = (date: string) => leave.post('hr_holiday', { calendar_id: calendar.id, date, title: 'Half', half_day: 'am' })
  const proposals = async () => (await shop.owner.get(`/api/admin/hr_leave_adjustment?employee_id=${employee.id}&sort=id`)).body.data
  const waits = await add(`${year}-05-04`)
  const confirmed = await add(`${year}-05-05`)
  for (const { id } of [waits, confirmed]) await leave.post(`hr_holiday/${id}/publish`, {}, 200)
  await shop.it.jobs()
  const [, second] = await proposals()
  expect((await shop.owner.post(`/api/admin/hr_leave_adjustment/${second.id}/approve`)).status).toBe(200)
  for (const { id } of [waits, confirmed]) {
    const { body } = await shop.owner.get(`/api/admin/hr_holiday/${id}`)
    expect((await shop.owner.put(`/api/admin/hr_holiday/${id}`, { half_day: 'none', version: body.version })).status).toBe(200)
  }
  await shop.it.jobs()
  expect((await proposals()).map(({ date, days, status }: Record<string, string>) => [date, Number(days), status])).toEqual([
    [`${year}-05-04`, 1, 'pending'],
    [`${year}-05-05`, 0.5, 'approved'],
    [`${year}-05-05`, 0.5, 'pending'],
  ])
})

describe('a holiday that goes', () => {
  const year5 = (day: string) => `${year}-05-${day}`
  let count = 0
  /** An employee with leave from 4 to 6 May, and a published holiday on the 5th. */
  async function start(granted: string, { isBefore = false, type = {} as object } = {}) {
    const calendar = await leave.post('hr_holiday_calendar', { title: 'Goes', code: `goes_${++count}` })
    const employee = await leave.hire({ ...work, holiday_calendar_id: calendar.id })
    const { id: type_id } = await leave.type(type)
    await leave.grant(employee.id, type_id, granted, `${year}-01-01`)
    const publish = async () => {
      const input = { calendar_id: calendar.id, date: year5('05'), title: 'Goes', kind: 'statutory' }
      const { id } = await leave.post('hr_holiday', input)
      await leave.post(`hr_holiday/${id}/publish`, {}, 200)
      await shop.it.jobs()
      return id
    }
    const published = isBefore ? await publish() : undefined
    const { id: leaveId } = await take(employee, type_id, year5('04'), year5('06'))
    const holiday = published ?? (await publish())
    const proposals = async (): Promise<{ id: number; date: string; days: string; status: string }[]> =>
      (await shop.owner.get(`/api/admin/hr_leave_adjustment?employee_id=${employee.id}&sort=id`)).body.data
    return {
      employee,
      leaveId,
      holiday,
      type: type_id,
      proposals,
      balance: () => leave.balance(employee.id, type_id, `${year}-12-31`),
      /** Decides on the proposal that waits. */
      async decide(action: 'approve' | 'reject') {
        const waiting = (await proposals()).filter(({ status }) => status === 'pending')
        expect(waiting).toHaveLength(1)
        return shop.owner.post(`/api/admin/hr_leave_adjustment/${waiting[0]?.id}/${action}`)
      },
      async change(action: 'unpublish' | 'publish' | 'destroy' | Record<string, unknown>) {
        const path = `/api/admin/hr_holiday/${holiday}`
        const { version } = (await shop.owner.get(path)).body
        const answer =
          action === 'destroy'
            ? await shop.owner.delete(path)
            : typeof action === 'string'
              ? await shop.owner.post(`${path}/${action}`)
              : await shop.owner.put(path, { ...action, version })
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
        await shop.it.jobs()
      },
    }
  }

  test.each([['unpublish'], ['destroy'], ['move']] as const)(
    'by %s takes the day again that it gave back, with its reason',
    async (way) => {
      const it = await start('5')
      expect((await it.decide('approve')).status).toBe(200)
      expect(await it.balance()).toBe(3)
      await it.change(way === 'move' ? { date: year5('20') } : way)
      expect((await it.proposals()).map(({ date, days, status }) => [date, Number(days), status])).toEqual([
        [year5('05'), 1, 'approved'],
        [year5('05'), -1, 'pending'],
      ])
      expect((await it.decide('approve')).status).toBe(200)
      expect(await it.balance()).toBe(2)
      const { body } = await shop.owner.get(
        `/api/admin/hr_leave/balance/rows?employee_id=${it.employee.id}&type_id=${it.type}&date=${year5('31')}`,
      )
      expect(body.data[0]).toMatchObject({
        kind: 'adjust',
        days: -1,
        note: expect.stringMatching(/^Holiday .*-05-05 within LV\S+ removed$/),
      })
      const { kernel } = shop.it
      const span = { employees: [it.employee.id], from: year5('01'), to: year5('31') }
      const absences = await readAbsences(kernel.db, systemCtx(kernel, 'test'), span)
      expect(absences.map(({ date, fraction }) => [date, fraction])).toEqual(['04', '05', '06'].map((day) => [year5(day), 1]))
      // Canceled as a whole, also what went back and forth.
      expect((await shop.owner.post(`/api/admin/hr_leave/${it.leaveId}/cancel`, { reason: 'Test' })).status).toBe(200)
      expect(await it.balance()).toBe(5)
    },
  )

  test('and comes back several times gives and takes the same day each time', async () => {
    const it = await start('3')
    for (let round = 0; round < 2; round++) {
      expect((await it.decide('approve')).status).toBe(200)
      expect(await it.balance()).toBe(1)
      await it.change('unpublish')
      expect((await it.decide('approve')).status).toBe(200)
      expect(await it.balance()).toBe(0)
      await it.change('publish')
    }
  })

  test('before anybody decided leaves nothing to decide, and what was rejected is not taken', async () => {
    const it = await start('5')
    await it.change('unpublish')
    expect(await it.proposals()).toEqual([])
    await it.change('publish')
    expect((await it.decide('reject')).status).toBe(200)
    await it.change('unpublish')
    await it.change('publish')
    expect((await it.proposals()).map(({ status }) => status)).toEqual(['rejected'])
    expect(await it.balance()).toBe(2)
  })

  test('is not taken from a balance that does not have the day: staff add days, or let the employee keep it', async () => {
    const it = await start('3')
    expect((await it.decide('approve')).status).toBe(200)
    await take(it.employee, it.type, year5('07'), year5('07'))
    await it.change('unpublish')
    const refused = await it.decide('approve')
    expect(refused.status).toBe(422)
    expect(refused.body.messages.status[0]).toContain('would be 1 days short')
    expect(await it.balance()).toBe(0)
    expect((await it.decide('reject')).status).toBe(200)
    await it.change('publish')
    await it.change('unpublish')
    expect((await it.proposals()).map(({ status }) => status)).toEqual(['approved', 'rejected'])
    expect(await it.balance()).toBe(0)
  })

  test('makes a leave that was approved over it cost the day', async () => {
    const it = await start('5', { isBefore: true })
    expect(await it.balance()).toBe(3)
    await it.change('unpublish')
    expect((await it.decide('approve')).status).toBe(200)
    expect(await it.balance()).toBe(2)
    await it.change('publish')
    expect((await it.decide('approve')).status).toBe(200)
    expect(await it.balance()).toBe(3)
  })

  test('takes back the other day of a type that includes holidays', async () => {
    const it = await start('5', { isBefore: true, type: { includes_holidays: true } })
    expect(await it.balance()).toBe(3)
    await it.change('destroy')
    expect((await it.decide('approve')).status).toBe(200)
    expect(await it.balance()).toBe(2)
  })
})

test('a day that was carried over is taken again from this year, unless it is used', async () => {
  const calendar = await leave.post('hr_holiday_calendar', { title: 'Carried', code: 'carried' })
  const employee = await leave.hire({ ...work, holiday_calendar_id: calendar.id })
  const type = await leave.type({ carry_over_max: null })
  await leave.grant(employee.id, type.id, '10', `${last}-01-01`)
  await take(employee, type.id, `${last}-05-04`, `${last}-05-06`)
  const holiday = await leave.post('hr_holiday', { calendar_id: calendar.id, date: `${last}-05-05`, title: 'Carried' })
  await leave.post(`hr_holiday/${holiday.id}/publish`, {}, 200)
  await shop.it.jobs()
  const decide = async () => {
    const { data } = (await shop.owner.get(`/api/admin/hr_leave_adjustment?employee_id=${employee.id}&status=pending`)).body
    return shop.owner.post(`/api/admin/hr_leave_adjustment/${data[0].id}/approve`)
  }
  expect((await decide()).status).toBe(200)
  await leave.accrue()
  const adjust = (days: string) =>
    leave.post('hr_leave/balance/adjust', { employee_id: employee.id, type_id: type.id, days, valid_from: today(), reason: 'Test' }, 200)
  await adjust('-8')
  expect(await leave.balance(employee.id, type.id, today())).toBe(0)
  await leave.post(`hr_holiday/${holiday.id}/unpublish`, {}, 200)
  await shop.it.jobs()
  const refused = await decide()
  expect([refused.status, refused.body.messages?.status?.[0]]).toEqual([
    422,
    expect.stringContaining(`The balance on ${today()} would be 1 days`),
  ])
  await adjust('3')
  expect((await decide()).status).toBe(200)
  expect(await leave.balance(employee.id, type.id, today())).toBe(2)
})

test('a type that includes holidays gives another day for each statutory holiday, and canceling takes it back', async () => {
  const calendar = await leave.post('hr_holiday_calendar', { title: 'Statutory', code: 'statutory' })
  const employee = await leave.hire({ ...work, holiday_calendar_id: calendar.id })
  const type = await leave.type({ includes_holidays: true })
  const holiday = await leave.post('hr_holiday', { calendar_id: calendar.id, date: `${year}-05-05`, title: 'Holiday', kind: 'statutory' })
  await leave.post(`hr_holiday/${holiday.id}/publish`, {}, 200)
  await leave.grant(employee.id, type.id, '7', `${year}-01-01`)
  const made = await take(employee, type.id, `${year}-05-04`, `${year}-05-06`)
  expect(made.days).toBe(3)
  expect(await leave.balance(employee.id, type.id, `${year}-12-31`)).toBe(5)
  await shop.owner.post(`/api/admin/hr_leave/${made.id}/cancel`, { reason: '' })
  expect(await leave.balance(employee.id, type.id, `${year}-12-31`)).toBe(7)
})

test('all invariants hold after these tests', async () => {
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})
