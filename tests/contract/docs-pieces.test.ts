import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { definePlugin, contribute } from 'stoa'
import { CALENDAR_SOURCES } from 'stoa/plugins/calendar'
import { REPORTS } from 'stoa/plugins/reports'
import { calendarSource } from '../../docs/examples/pieces/calendar.ts'
import { repairReport } from '../../docs/examples/pieces/report.ts'
import { device } from '../../docs/examples/pieces/resource.ts'
import Waiting, { load } from '../../docs/examples/pieces/store/waiting/index.tsx'
import { createTranslate } from '../../ui-store/src/i18n/create.ts'
import { createCall } from '../../ui-store/src/kit/call.ts'
import { ShopProvider } from '../../ui-store/src/kit/shop.tsx'
import type { Shop } from '../../ui-store/src/kit/types.ts'
import { testApp } from '../support/app.ts'
import { createTablesSql } from '../support/tables.ts'

test('the page in the guide shows what the public API of its resource returns', async () => {
  const it = await testApp([], { extra: [{ id: 'pieces', resources: [device] }], tables: createTablesSql([device]) })
  try {
    const owner = await it.staff('owner')
    expect((await owner.post('/api/admin/device', { title: 'Lamp', url: 'lamp' })).status).toBe(201)
    await owner.post('/api/admin/device', { title: 'Put away', url: 'put-away', enabled: false })
    const call = createCall(async (path) => {
      const { status, body } = await it.guest.get(path)
      return { status, json: async () => body as unknown }
    })
    const shop = { language: 'en-US', call, t: createTranslate('en-US', {}) } as unknown as Shop
    const data = await load(shop as Parameters<typeof load>[0])
    const page = renderToStaticMarkup(createElement(ShopProvider, { value: shop }, createElement(Waiting, { data })))
    expect(page).toContain('<li>Lamp</li>')
    expect(page).not.toContain('Put away')
  } finally {
    await it.close()
  }
})

test('the calendar source in the guide shows the repairs a member of staff may see', async () => {
  const pieces = definePlugin({
    id: 'pieces',
    after: ['calendar'],
    contributions: [contribute(CALENDAR_SOURCES, 'repairs', calendarSource)],
  })
  const it = await testApp(['repair', 'calendar'], { extra: [pieces] })
  try {
    const [owner, clerk] = [await it.staff('owner'), await it.staff(['get repair', 'create repair', 'get calendar'])]
    await owner.post('/api/admin/repair', { name: 'Kim', email: 'kim@shop.test', broken: 'The lamp' })
    const ownRepairId = (await clerk.post('/api/admin/repair', { name: 'Lee', email: 'lee@shop.test', broken: 'The clock' })).body
      .id as number
    const day = (far: number) => new Date(Date.now() + far * 86_400_000).toISOString().slice(0, 10)
    const { body } = await clerk.get(`/api/admin/calendar?from=${day(-2)}&to=${day(3)}`)
    expect(body.data).toMatchObject([{ source: 'repairs', title: 'Lee', status: 'draft', link: `repair/edit/${ownRepairId}` }])
  } finally {
    await it.close()
  }
})

test('the report in the guide counts the repairs a member of staff may see', async () => {
  const pieces = definePlugin({ id: 'pieces', after: ['reports'], contributions: [contribute(REPORTS, 'repairs', repairReport)] })
  const it = await testApp(['repair', 'reports'], { extra: [pieces] })
  try {
    const [owner, clerk] = [await it.staff('owner'), await it.staff(['get repair', 'create repair'])]
    await owner.post('/api/admin/repair', { name: 'Kim', email: 'kim@shop.test', broken: 'The lamp', price: '30.00' })
    await clerk.post('/api/admin/repair', { name: 'Lee', email: 'lee@shop.test', broken: 'The clock', price: '12.00' })
    const read = async (client: typeof owner) => (await client.get('/api/admin/report/repairs?period=today')).body.totals
    expect(await read(owner)).toEqual(['2', '42.00', '21.00'])
    expect(await read(clerk)).toEqual(['1', '12.00', '12.00'])
  } finally {
    await it.close()
  }
})
