import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
let first: number
beforeAll(async () => {
  shop = await openShop({}, ['reports'])
  const [tea, cup] = [await shop.stock(50, '100.00'), await shop.stock(50, '20.00')]
  const orders = [await shop.buy(tea, 2), await shop.buy(cup, 5), await shop.buy(tea, 1)]
  for (const { id } of orders) fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T-${id}` }))
  first = orders[0]?.id ?? 0
  const line = (await shop.order(first)).lines[0].id
  fine(
    await shop.owner.post(`/api/admin/order/${first}/refund`, {
      reason: 'x',
      method: 'cash',
      lines: [{ order_line_id: line, quantity: 1 }],
    }),
  )
})
afterAll(() => shop.it.close())

const read = async (query: string, client: Client = shop.owner) => (await client.get(`/api/admin/report/${query}`)).body
const valueOf = (report: any, values: (string | null)[], measure: string) =>
  values[report.measures.findIndex(({ name }: { name: string }) => name === measure)]

test('sales are counted on the day they were paid, refunds in their own column, shipping apart', async () => {
  const report = await read('sales?period=today')
  const total = (measure: string) => valueOf(report, report.totals, measure)
  expect([total('orders'), total('gross'), total('net'), total('refund'), total('shipping')]).toEqual([
    '3',
    '400.00',
    '400.00',
    '100.00',
    '120.00',
  ])
  expect(total('average')).toBe('133.33')
  expect(report.groups).toHaveLength(1)
})

test('an empty day is a row of zeros, and an average of nothing is no number', async () => {
  const report = await read('sales?from=2020-02-28&to=2020-03-01&compare=year')
  expect(report.groups.map(({ keys }: any) => keys[0])).toEqual(['2020-02-28', '2020-02-29', '2020-03-01'])
  expect(valueOf(report, report.groups[1].values, 'net')).toBe('0.00')
  expect(valueOf(report, report.groups[1].values, 'average')).toBeNull()
  expect(report.compared).toEqual({ from: '2019-02-28', to: '2019-03-01' })
})

test('a report by day begins with weeks or months where the period is long, unless days are asked for', async () => {
  const unitOf = async (query: string) => (await read(`sales?${query}`)).by
  expect(await unitOf('from=2026-01-01&to=2026-03-03')).toEqual(['day'])
  expect(await unitOf('from=2026-01-01&to=2026-03-04')).toEqual(['week'])
  expect(await unitOf('from=2025-01-01&to=2025-12-31')).toEqual(['month'])
  expect(await unitOf('from=2025-01-01&to=2025-12-31&by=day')).toEqual(['day'])
})

test('groups are shown by name, the largest first, and add up to the totals', async () => {
  const report = await read('products?period=today&by=product')
  expect(report.groups.map(({ labels, values }: any) => [labels[0], valueOf(report, values, 'net')])).toEqual([
    ['Goods 1', '300.00'],
    ['Goods 2', '100.00'],
  ])
  const byChannel = await read('sales?period=today&by=channel,currency')
  expect(byChannel.groups.map(({ labels }: any) => labels)).toEqual([['Online store', 'HKD']])
})

describe('the rows behind a number', () => {
  test.each([
    ['sales', '{}'],
    ['products', '{"product":["1"]}'],
  ])('of %s with the filter %s add up to it', async (report, filter) => {
    const query = `period=today&filter=${encodeURIComponent(filter)}`
    const groups = await read(`${report}?${query}`)
    const rows = await read(`${report}/rows?${query}&limit=100`)
    for (const [n, { name, type }] of rows.columns.entries()) {
      if (type !== 'money' && type !== 'count') continue
      const sum = rows.data.reduce((total: number, { cells }: any) => total + Math.round(Number(cells[n] ?? 0) * 100), 0) / 100
      expect(sum, name).toBe(Number(rows.totals[n]))
      expect(rows.totals[n], name).toBe(valueOf(groups, groups.totals, name))
    }
    expect(rows.data[0].link).toMatch(/^order\/\d+$/)
  })
})

test('a role without the right to see costs gets neither cost nor profit, in no answer and no file', async () => {
  const clerk = await shop.it.staff(['get sales report', 'get product'])
  const report = await read('sales?period=today', clerk)
  expect(report.measures.map(({ name }: any) => name)).not.toEqual(expect.arrayContaining(['cost']))
  expect(report.measures.map(({ name }: any) => name)).not.toEqual(expect.arrayContaining(['margin']))
  const rows = await read('sales/rows?period=today', clerk)
  expect(rows.columns.map(({ name }: any) => name)).not.toContain('cost')
  const file = await clerk.get('/api/admin/report/sales/export?period=today&format=csv&content=rows')
  expect(file.raw.body).not.toMatch(/cost|profit/i)
  // Nor does the order tell.
  expect(await read('sales?period=today&by=channel&sort=-margin', clerk)).toEqual(await read('sales?period=today&by=channel', clerk))
})

test('a dimension whose names the reader may not see is not offered', async () => {
  const clerk = await shop.it.staff(['get product report'])
  const report = await read('products?period=today', clerk)
  expect(report.dimensions.map(({ name }: any) => name)).not.toContain('product')
  expect((await clerk.get('/api/admin/report/products?by=product')).status).toBe(422)
})

test('a report needs its permission, on the screen, by row and in files', async () => {
  const clerk = await shop.it.staff(['get product report'])
  for (const path of ['sales', 'sales/rows', 'sales/export']) expect((await clerk.get(`/api/admin/report/${path}`)).status, path).toBe(403)
  expect((await shop.it.guest.get('/api/admin/report/sales')).status).toBe(401)
  expect((await shop.owner.get('/api/admin/report/nothing')).status).toBe(404)
  expect((await read('', clerk)).data).toEqual([{ name: 'products', title: 'Product report' }])
})

test.each([
  ['from=2026-02-30&to=2026-03-01', 'from'],
  ['from=2026-03-01', 'to'],
  ['from=2026-03-02&to=2026-03-01', 'to'],
  ['from=1000-03-02&to=2026-03-01', 'from'],
  ['by=price', 'by'],
  ['by=day,week,month,year', 'by'],
  ['sort=price', 'sort'],
  ['filter=x', 'filter'],
  ['filter={"store":[{}]}', 'filter'],
  ['filter={"month":["2026-13-01"]}', 'filter'],
  ['filter={"__proto__":["1"]}', 'filter'],
  ['compare=week', 'compare'],
])('the question %s is refused with a message for %s', async (query, field) => {
  const answer = await shop.owner.get(`/api/admin/report/sales?${encodeURI(query)}`)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.messages)).toEqual([field])
})

test('a file contains the groups and their totals', async () => {
  const csv = await shop.owner.get('/api/admin/report/sales/export?period=today&format=csv&by=channel')
  const lines = String(csv.raw.body).trim().split('\r\n')
  expect(lines[0]).toContain('Channel,Orders,Gross sales (HKD)')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Online store', 'Total'])
  expect(csv.headers['content-disposition']).toBe('attachment; filename="export list.csv"')
})

describe('saved reports', () => {
  test('are their owner’s, unless they are shared; only with the right can they be shared or sent', async () => {
    const clerk = await shop.it.staff(['get sales report'])
    const body = {
      report: 'sales',
      name: 'This month',
      query: 'period=this_month',
      shared: false,
      schedule: 'none',
      format: 'xlsx',
      recipients: [],
    }
    const own = fine(await clerk.post('/api/admin/saved_report', body)).body
    expect((await shop.owner.get('/api/admin/saved_report?report=sales')).body.data).toEqual([])
    expect((await clerk.post('/api/admin/saved_report', { ...body, shared: true })).status).toBe(403)
    expect((await clerk.post('/api/admin/saved_report', { ...body, schedule: 'daily', recipients: [1] })).status).toBe(403)
    expect((await clerk.post('/api/admin/saved_report', { ...body, report: 'products' })).status).toBe(404)
    expect((await clerk.post('/api/admin/saved_report', { ...body, query: 'by=nothing' })).status).toBe(422)
    expect((await shop.owner.put(`/api/admin/saved_report/${own.id}`, body)).status).toBe(404)
    fine(await shop.owner.post('/api/admin/saved_report', { ...body, name: 'Everybody', shared: true }))
    const seen = (await clerk.get('/api/admin/saved_report?report=sales')).body.data
    expect(seen.map(({ name, own }: any) => [name, own])).toEqual([
      ['This month', true],
      ['Everybody', false],
    ])
    expect((await clerk.delete(`/api/admin/saved_report/${seen[1].id}`)).status).toBe(403)
  })

  test('are there only for those who may see the report, and need no recipients', async () => {
    const fields = { report: 'sales', name: 'Secret question', query: 'period=today', shared: true }
    const saved = fine(await shop.owner.post('/api/admin/saved_report', fields)).body
    expect(saved.recipients).toEqual([])
    const stranger = await shop.it.staff(['share saved report'])
    expect((await stranger.get('/api/admin/saved_report?report=sales')).status).toBe(404)
    expect((await stranger.put(`/api/admin/saved_report/${saved.id}`, { name: 'Mine' })).status).toBe(404)
    expect((await stranger.delete(`/api/admin/saved_report/${saved.id}`)).status).toBe(404)
    expect((await shop.owner.post('/api/admin/saved_report', { ...fields, schedule: 'daily' })).body.messages).toHaveProperty('recipients')
    fine(await shop.owner.delete(`/api/admin/saved_report/${saved.id}`))
  })

  test('that are ordered by a measure somebody may not see open in the usual order', async () => {
    const query = 'period=today&by=channel&sort=-margin'
    fine(await shop.owner.post('/api/admin/saved_report', { report: 'sales', name: 'By margin', query, shared: true }))
    const clerk = await shop.it.staff(['get sales report'])
    const view = fine(await clerk.get(`/api/admin/report/sales?${query}`)).body
    expect(view.measures.map(({ name }: any) => name)).not.toContain('margin')
    expect((await clerk.get('/api/admin/report/sales?sort=-nothing')).status).toBe(422)
    // A filter would give other numbers, so it is refused.
    expect((await clerk.get('/api/admin/report/sales?filter={"nothing":["1"]}')).status).toBe(422)
  })

  test('can be deleted by their owner who may not see the report any more', async () => {
    const clerk = await shop.it.staff(['get sales report'])
    const saved = fine(await clerk.post('/api/admin/saved_report', { report: 'sales', name: 'Own' })).body
    await shop.it.kernel.db.run(sql`update role set permission_list = '{}' where id =
      (select role_id from account where id = ${saved.account_id})`)
    fine(await clerk.delete(`/api/admin/saved_report/${saved.id}`))
  })

  test('of somebody who was disabled, or may not schedule reports any more, are not sent unless they are shared', async () => {
    const { db } = shop.it.kernel
    const clerk = await shop.it.staff(['get sales report', 'schedule saved report', 'share saved report'])
    const owner = (await clerk.get('/api/admin')).body.id
    const { id: recipient } = (await shop.owner.get('/api/admin')).body
    const fields = { report: 'sales', schedule: 'daily', recipients: [recipient] }
    for (const [name, shared] of [
      ['Private report', false],
      ['Shared report', true],
    ])
      fine(await clerk.post('/api/admin/saved_report', { ...fields, name, shared }))
    const send = async () => {
      await db.run(sql`delete from mail`)
      await db.run(sql`update saved_report set next_at = now() - interval '1 minute' where account_id = ${owner}`)
      await shop.it.clock('reports/send')
      await shop.it.jobs()
      const mails = await db.rows<{ subject: string }>(sql`select subject from mail where subject like '% report%' order by subject`)
      return mails.map(({ subject }) => subject.split(' report')[0])
    }
    expect(await send()).toEqual(['Private', 'Shared'])
    await db.run(sql`update role set permission_list = '{"get sales report"}' where id = (select role_id from account where id = ${owner})`)
    expect(await send()).toEqual(['Shared'])
    await db.run(sql`update account set enabled = false where id = ${owner}`)
    expect(await send()).toEqual(['Shared'])
    await db.run(sql`delete from saved_report where account_id = ${owner}`)
  })

  test('are sent once to each recipient who may see the report, with the rights of the recipient', async () => {
    const reader = await shop.it.staff(['get sales report'])
    await shop.it.staff(['get order'])
    const accounts = await shop.it.kernel.db.rows<{ id: number; email: string }>(
      sql`select id, email from account order by id desc limit 2`,
    )
    const recipients = accounts.map(({ id }) => id)
    const body = { report: 'sales', name: 'Daily', query: 'period=yesterday', shared: true, schedule: 'daily', format: 'csv', recipients }
    const saved = fine(await shop.owner.post('/api/admin/saved_report', body)).body
    await shop.it.kernel.db.run(sql`update saved_report set next_at = now() - interval '1 minute' where id = ${saved.id}`)
    await Promise.all([shop.it.clock('reports/send'), shop.it.clock('reports/send')])
    await shop.it.jobs()
    const mails = await shop.it.kernel.db.rows<{ recipient: string; content: Buffer }>(
      sql`select m.recipient, a.content from mail m join mail_attachment a on a.mail_id = m.id where m.subject like 'Daily%'`,
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual([accounts[1]?.email])
    expect(mails[0]?.content.toString()).not.toContain('Cost')
    const next = await shop.it.kernel.db.one<{ later: boolean }>(
      sql`select next_at > now() as later from saved_report where id = ${saved.id}`,
    )
    expect(next?.later).toBe(true)
    expect((await reader.get('/api/admin/saved_report?report=sales')).body.data.map(({ name }: any) => name)).toContain('Daily')
  })
})
