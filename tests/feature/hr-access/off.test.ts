import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { type TestApp, testApp } from '../../support/app.ts'
import { createPayrollFixture } from '../../../plugins/payroll/tests/fixture.ts'
import { HR_PLUGINS, PLUGINS } from './company.ts'
import { INPUT, OWN, SCOPED, SHARED } from './expectations.ts'

describe('with self-service off', () => {
  const shop = suite(PLUGINS)
  const pay = createPayrollFixture(shop)

  test('its routes say so to an employee, and the office works as before', async () => {
    await pay.enable()
    const employee = await pay.hire()
    expect((await employee.client.get('/api/admin/my/leave')).status).toBe(200)
    await shop.owner.put('/api/admin/settings/employee', { enabled: false })
    for (const key of OWN) {
      const [method = '', path = ''] = key.split(' ')
      const url = `/api/admin${path.replaceAll(/:\w+/g, '1')}`
      const query = '?type_id=1&start_date=2026-12-15&end_date=2026-12-15&from=2026-11-01&to=2026-11-30'
      const send = employee.client[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete']
      const { status, body } = await (method === 'GET' ? send(url + query) : send(url, { ...INPUT, direction: 'auto' }))
      if (path === '/my/employee') expect(body).toEqual({ enabled: false, employee: null, ask: [] })
      else expect([key, status, body.code]).toEqual([key, 403, 'SELF_SERVICE_OFF'])
    }
    for (const resource of [...SCOPED, ...SHARED])
      expect([resource, (await shop.owner.get(`/api/admin/${resource}`)).status]).toEqual([resource, 200])
  })
})

/** The plugins of the tests that remain when one is off, with those that require it. */
const REMAINING: readonly [string, readonly string[]][] = [
  ['attendance', ['claims', 'leave']],
  ['leave', ['payroll', 'claims', 'attendance']],
  ['claims', ['payroll', 'leave', 'attendance']],
  ['payroll', ['claims', 'leave', 'attendance']],
]

describe.each(REMAINING)('without %s', (off, left) => {
  let it: TestApp
  beforeAll(async () => {
    it = await testApp([...left, ...PLUGINS.filter((id) => !HR_PLUGINS.has(id))])
  }, 120_000)
  afterAll(() => it.close())

  test('the menu has no dead link, and the other lists answer', async () => {
    const { plugins, resources } = it.kernel.registry
    expect(plugins.map(({ id }) => id)).not.toContain(off)
    const screens = new Set(plugins.flatMap(({ admin }) => [...(admin?.screens ?? [])].map(({ path }) => path)))
    const links = plugins.filter(({ id }) => HR_PLUGINS.has(id)).flatMap(({ admin }) => [...(admin?.menu ?? [])])
    expect(links.length).toBeGreaterThan(4)
    const dead = links.filter((link) => ('to' in link ? !screens.has(link.to) : !resources.has(link.resource)))
    expect(dead).toEqual([])
    const owner = await it.staff('owner')
    for (const resource of links.flatMap((link) => ('resource' in link ? [link.resource] : [])))
      expect([resource, (await owner.get(`/api/admin/${resource}`)).status]).toEqual([resource, 200])
    const manifest = JSON.stringify((await owner.get('/api/admin/manifest')).body)
    for (const screen of off === 'leave' ? ['leave/balance'] : [`${off}/`]) expect(manifest.includes(`"${screen}`), screen).toBe(false)
  })
})
