import exceljs from 'exceljs'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import type { Answer, Client } from '../../support/app.ts'
import { addresses } from '../../support/staff-urls.ts'
import { createCompany, HR_PLUGINS, listRows, PLUGINS, readRows, SECRET, SECRET_AMOUNT } from './company.ts'
import { INPUT, KIOSK, OWN, OWN_RESOURCE, SCOPED, SHARED, SPECIAL, SPECIAL_SHARED } from './expectations.ts'

const shop = suite(PLUGINS)
let company: Awaited<ReturnType<typeof createCompany>>
/** Ids of the rows of the employee outside the team, by resource. */
let ids: Map<string, number[]>
beforeAll(async () => {
  company = await createCompany(shop)
  ids = await listRows(shop, company.outsider.id)
  ids.set('hr_payroll', [company.payrollId])
}, 120_000)

interface Route {
  method: string
  url: string
  /** Such as `GET /hr_leave/:id`. */
  key: string
  resource: string
}

/** All routes of the plugins, and those of other plugins about their resources, such as exports. */
const listRoutes = (): Route[] =>
  shop.it.app.routes.flatMap(({ method, url, plugin }) => {
    const path = url.replace('/api/admin', '')
    const resource = path.split('/')[1] ?? ''
    const isHr = HR_PLUGINS.has(plugin) || SCOPED.has(resource) || SHARED.has(resource)
    return isHr && url.startsWith('/api/') ? [{ method, url, key: `${method} ${path}`, resource }] : []
  })

/** Routes that a resource declares: rows, batches, transitions, files, exports and imports. */
const DECLARED = [
  /^(GET|POST) \/\w+$/,
  /^(GET|PUT|POST|DELETE) \/\w+\/:id$/,
  /^(PUT|DELETE) \/\w+\/batch$/,
  /^GET \/\w+\/options$/,
  /^POST \/\w+\/:id\/\w+$/,
  /^POST \/\w+\/batch\/\w+$/,
  /^GET \/\w+\/:id\/file\/\w+$/,
  /^POST \/\w+\/import$/,
  /^(GET|POST) \/\w+\/export$/,
]
const isDeclared = ({ key, resource }: Route): boolean =>
  !(key in SPECIAL) &&
  !SPECIAL_SHARED.has(key) &&
  (SCOPED.has(resource) || SHARED.has(resource)) &&
  DECLARED.some((pattern) => pattern.test(key))

const send = (client: Client, { method }: Pick<Route, 'method'>, url: string, body: object = {}): Promise<Answer> => {
  if (method === 'GET') return client.get(url)
  return client[method.toLowerCase() as 'post' | 'put' | 'delete'](url, body)
}

const text = ({ body, raw }: Answer): string => (body === undefined ? '' : raw.body)

/** The text of an answer; of a workbook, that of its cells. */
async function readText(answer: Answer): Promise<string> {
  if (!String(answer.raw.headers['content-type']).includes('spreadsheetml')) return text(answer)
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(answer.raw.rawPayload as unknown as ArrayBuffer)
  return JSON.stringify(workbook.worksheets.map((sheet) => sheet.getSheetValues()))
}

const isLeak = (answer: Answer): boolean => text(answer).includes(SECRET) || SECRET_AMOUNT.test(text(answer))

/** The first row outside the team of the resource of a route. */
const target = (resource: string): number => ids.get(resource)?.at(-1) ?? 1

test('every route is known, so that none is left untested', () => {
  const routes = listRoutes()
  expect(routes.length).toBeGreaterThan(250)
  const unknown = routes.filter(
    (route) =>
      !isDeclared(route) && !(route.key in SPECIAL) && !SPECIAL_SHARED.has(route.key) && !OWN.has(route.key) && !KIOSK.has(route.key),
  )
  expect(unknown.map(({ key }) => key)).toEqual([])
  const keys = new Set(routes.map(({ key }) => key))
  expect([...Object.keys(SPECIAL), ...SPECIAL_SHARED, ...OWN, ...KIOSK].filter((key) => !keys.has(key))).toEqual([])
})

test('the employee outside the team has rows of every resource, which an owner sees', async () => {
  for (const [resource, rows] of ids) expect(rows, resource).not.toHaveLength(0)
  for (const resource of ['hr_employee', 'hr_leave', 'hr_pay_item', 'hr_reimbursement'])
    expect(isLeak(await shop.owner.get(`/api/admin/${resource}?limit=100`)), resource).toBe(true)
  expect(isLeak(await shop.owner.get(`/api/admin/hr_payslip/${target('hr_payslip')}/view`))).toBe(true)
})

test('a visitor who is not signed in gets no answer from any route', async () => {
  const answered: string[] = []
  for (const route of listRoutes().filter(({ key }) => !KIOSK.has(key))) {
    const { status } = await send(shop.guest, route, route.url.replaceAll(/:\w+/g, String(target(route.resource))), INPUT)
    if (status !== 401) answered.push(`${route.key} ${status}`)
  }
  expect(answered).toEqual([])
})

test('a tablet that is not paired learns and changes nothing', async () => {
  const before = await readRows(shop, company.outsider.id)
  for (const route of listRoutes().filter(({ key }) => KIOSK.has(key))) {
    const input = { ...INPUT, staff_no: SECRET, pin: '2580', direction: 'in', code: 'ABCD2345' }
    const answer = await send(shop.guest, route, route.url, input)
    expect(isLeak(answer), route.key).toBe(false)
    expect(answer.status, route.key).toBeLessThan(500)
    if (route.method !== 'GET') expect(answer.status, route.key).toBeGreaterThanOrEqual(400)
  }
  expect(await readRows(shop, company.outsider.id)).toEqual(before)
})

describe('an employee without permissions', () => {
  test('gets an answer from routes of self-service only', async () => {
    const answered: string[] = []
    const before = await readRows(shop, company.outsider.id)
    for (const route of listRoutes().filter(({ key }) => !OWN.has(key) && !KIOSK.has(key))) {
      const { status } = await send(company.member.client, route, route.url.replaceAll(/:\w+/g, String(target(route.resource))), INPUT)
      if (status !== 403) answered.push(`${route.key} ${status}`)
    }
    expect(answered).toEqual([])
    expect(await readRows(shop, company.outsider.id)).toEqual(before)
  })

  test('reads and changes own rows only', async () => {
    const wrong: string[] = []
    const before = await readRows(shop, company.outsider.id)
    for (const { method, url, key } of listRoutes().filter((route) => OWN.has(route.key))) {
      const resource = OWN_RESOURCE[key.split('/')[2] ?? ''] ?? ''
      const path = url.replace(':id', String(target(resource))).replace(':item', String(target('hr_reimbursement_item')))
      const query = method === 'GET' ? '?type_id=1&start_date=2026-12-15&end_date=2026-12-15&from=2026-11-01&to=2026-11-30' : ''
      const answer = await send(company.member.client, { method }, path + query, INPUT)
      const isRow = url.includes(':id')
      if (isLeak(answer) || (isRow && answer.status !== 404) || answer.status >= 500) wrong.push(`${key} ${answer.status}`)
    }
    expect(wrong).toEqual([])
    expect(await readRows(shop, company.outsider.id)).toEqual(before)
  })
})

describe('a manager with every permission except the one to see all employees', () => {
  test('finds nothing of employees outside the team at any address', async () => {
    const { manager, outsider } = company
    const withOf = (path: string) => {
      const resource = path.split('/').findLast((part) => ids.has(part)) ?? (path.includes('/person/') ? 'person' : '')
      return resource === 'person' ? [company.personId] : (ids.get(resource)?.slice(-2) ?? [1])
    }
    const fields = '*'
    const all = addresses(shop.it.app, {
      ids: withOf,
      asking: [
        `q=${SECRET}`,
        `fields=${fields}&limit=100`,
        `employee_id=${outsider.id}`,
        `employee_id=${outsider.id}&type_id=${company.type.id}`,
        ...['csv', 'xlsx'].map((format) => `format=${format}`),
        'from=2026-11-01&to=2026-12-20',
        'week=2026-11-30',
        `department_id=${company.departmentId}`,
        `subject=hr_leave&subject_id=${target('hr_leave')}`,
        'month=2026-10',
        'year=2026',
      ],
    }).filter((address) => !address.includes('/logout'))
    expect(all.length).toBeGreaterThan(400)
    const leaks: string[] = []
    const workbooks: string[] = []
    for (const address of all) {
      const answer = await manager.client.get(address)
      const found = await readText(answer)
      if (found !== text(answer)) workbooks.push(address)
      if (found.replaceAll(`q=${SECRET}`, '').includes(SECRET) || SECRET_AMOUNT.test(found)) leaks.push(address)
    }
    expect(leaks).toEqual([])
    expect(workbooks.length).toBeGreaterThan(10)
    const whole = await readText(await shop.owner.get('/api/admin/hr_employee/export?format=xlsx'))
    expect(whole).toContain(SECRET)
  }, 200_000)

  test('gets the expected answer from every route about a row outside the team, and changes none', async () => {
    const { manager, outsider } = company
    const wrong: string[] = []
    const before = await readRows(shop, outsider.id)
    const check = async (what: string, answer: Answer, statuses: readonly number[]) => {
      const now = await readRows(shop, outsider.id)
      const isChanged = JSON.stringify(now) !== JSON.stringify(before)
      Object.assign(before, now)
      if (!statuses.includes(answer.status) || isLeak(answer) || isChanged)
        wrong.push(`${what} ${answer.status}${isChanged ? ' changed' : ''} ${text(answer).slice(0, 200)}`)
    }
    for (const route of listRoutes()) {
      const { key, url, resource } = route
      const expected = SPECIAL[key]
      const path = url.replaceAll(/:\w+/g, String(target(resource)))
      if (expected) {
        const query = expected.query ? `?${expected.query(outsider)}` : ''
        await check(key, await send(manager.client, route, path + query, expected.body?.(outsider)), [expected.status])
      } else if (SCOPED.has(resource) && /\/:id/.test(url)) await check(key, await send(manager.client, route, path, INPUT), [404])
      else if (SCOPED.has(resource) && url.includes('/batch')) {
        const body = { ids: ids.get(resource), ...INPUT, key: 'enabled', value: false }
        await check(key, await send(manager.client, route, url, body), [200, 404, 422])
      }
    }
    expect(wrong).toEqual([])
  }, 200_000)

  test('imports no file of the rows outside the team', async () => {
    const { manager, outsider } = company
    const before = await readRows(shop, outsider.id)
    const imports = listRoutes().filter(({ key, resource }) => key === `POST /${resource}/import` && SCOPED.has(resource))
    expect(imports.length).toBeGreaterThan(4)
    for (const { url } of imports) {
      const exported = await shop.owner.get(url.replace('/import', '/export?format=csv'))
      const lines = (exported.body as string).split('\r\n').filter((line, n) => n === 0 || line.includes(SECRET))
      expect(lines.length, url).toBeGreaterThan(1)
      const changed = lines.join('\n').replaceAll('77123.00', '88123.00').replaceAll('2026-12-31', '2026-12-30')
      const form = toFormData({ file: new File([changed], 'rows.csv', { type: 'text/csv' }) })
      await manager.client.post(url, form)
      await shop.it.jobs()
    }
    const punches = `staff_no,time,direction\n${SECRET} ${outsider.id},2026-11-30 09:00,in\n`
    const { body } = await manager.client.post('/api/admin/hr_punch/import_file', toFormData({ file: new File([punches], 'terminal.csv') }))
    expect([body.added, body.error_count]).toEqual([0, 1])
    expect(await readRows(shop, outsider.id)).toEqual(before)
  }, 100_000)

  test('names nobody outside the team as manager, employee or colleague', async () => {
    const { manager, member, outsider } = company
    const { version } = (await shop.owner.get(`/api/admin/hr_employee/${member.id}`)).body
    const moved = await manager.client.put(`/api/admin/hr_employee/${member.id}`, { manager_id: outsider.id, version })
    expect([moved.status, Object.keys(moved.body.messages ?? {})]).toEqual([422, ['manager_id']])
    const inputs: Record<string, object> = {
      admin_salary: { structure_id: company.structure.id, effective_from: '2028-01-01', base_amount: '1.00', allowances: [] },
      hr_pay_item: { date: '2026-12-01', code: 'bonus', title: 'Bonus', amount: '1.00' },
      hr_pay_opening: { start_date: '2024-10-01', end_date: '2024-10-31', reference: 'New' },
      hr_shift_assignment: { shift_id: company.shift.id, start_date: '2027-03-01', end_date: '2027-03-02', weekdays: [1, 2] },
    }
    for (const [resource, input] of Object.entries(inputs)) {
      const refused = await manager.client.post(`/api/admin/${resource}`, { ...input, employee_id: outsider.id })
      expect([resource, refused.status, Object.keys(refused.body.messages ?? {})]).toEqual([resource, 422, ['employee_id']])
    }
    for (const resource of ['hr_employee', 'hr_leave', 'hr_reimbursement', 'hr_payslip', 'hr_attendance', 'admin_salary'])
      for (const query of ['sort=id', 'sort=-id', `employee_id=${outsider.id}`, `q=${SECRET}`])
        expect(isLeak(await manager.client.get(`/api/admin/${resource}?${query}&limit=100`)), `${resource} ${query}`).toBe(false)
  })

  test('reads no colleague outside the team beside a leave of the team', async () => {
    const { manager, member, pay } = company
    const asked = await pay
      .post('hr_leave/request', {
        employee_id: member.id,
        type_id: company.type.id,
        start_date: '2026-11-24',
        end_date: '2026-11-26',
        reason: 'Test',
      })
      .catch(() => undefined)
    const found =
      asked ??
      (await shop.it.kernel.db.one<{ id: number }>(sql`select id from hr_leave where employee_id = ${member.id} and status = 'approved'`))
    const context = await manager.client.get(`/api/admin/hr_leave/${found.id}/context`)
    expect(context.status).toBe(200)
    expect(context.body.colleagues).toEqual([])
  })
})
