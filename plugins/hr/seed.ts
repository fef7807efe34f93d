import { account, type Ctx, relation, role, type Seed, sql } from 'stoa'
import { hrDepartment } from './resources/department.ts'
import { hrEmployee } from './resources/employee.ts'
import { hrHolidayCalendar } from './resources/holiday-calendar.ts'
import { sampleHolidays, SOURCE } from './sample-holidays.ts'
import { publishHolidays } from './services/publish-holidays.ts'

const departments = [
  { code: 'management', title: { 'en-US': 'Management', 'zh-HK': '管理層', 'zh-CN': '管理层' } },
  { code: 'shop', title: { 'en-US': 'Shop and customer service', 'zh-HK': '店舖及客戶服務', 'zh-CN': '门店与客服' } },
  { code: 'supply', title: { 'en-US': 'Purchasing and warehouse', 'zh-HK': '採購及倉庫', 'zh-CN': '采购与仓库' } },
]

/** Department by role of the sample staff; other roles work in the shop. */
const byRole: Readonly<Record<string, string>> = { owner: 'management', 'Shop manager': 'management', Buyer: 'supply', Warehouse: 'supply' }

/** Roles whose first account leads all others. */
const leaders = ['owner', 'Shop manager']

/** The holiday calendar of Hong Kong, departments, and an employee for each staff account. */
export const seedTeam: Seed = async (ctx) => {
  const calendarId = await seedCalendar(ctx)
  const departmentIds = new Map<string, number>()
  for (const input of departments) {
    const found = await ctx.kernel.resources.findBy(ctx, hrDepartment, 'code', input.code)
    const parent = input.code === 'management' ? {} : { parent_id: departmentIds.get('management') }
    departmentIds.set(input.code, found?.id ?? (await ctx.kernel.resources.create(ctx, hrDepartment, { ...input, ...parent })).id)
  }
  await seedEmployees(ctx, { calendarId, departmentIds })
}

async function seedCalendar(ctx: Ctx): Promise<number> {
  const { kernel } = ctx
  const found = await kernel.resources.findBy(ctx, hrHolidayCalendar, 'code', 'hong_kong')
  if (found) return found.id
  const title = { 'en-US': 'Hong Kong', 'zh-HK': '香港', 'zh-CN': '香港' }
  return kernel.transaction(async (tx) => {
    const input = { code: 'hong_kong', title, region: 'HK', rest_weekdays: [7], source: SOURCE }
    const { id } = await kernel.resources.createIn(tx, ctx, hrHolidayCalendar, input)
    for (const holiday of sampleHolidays) await kernel.resources.createIn(tx, ctx, 'hr_holiday', { calendar_id: id, ...holiday })
    await publishHolidays({ tx, ctx, row: { id } }, 'draft', 'publish')
    return id
  })
}

async function seedEmployees(
  ctx: Ctx,
  { calendarId, departmentIds }: { calendarId: number; departmentIds: ReadonlyMap<string, number> },
): Promise<void> {
  const { db, resources } = ctx.kernel
  const accounts = await ctx.kernel.query(account, { role: relation(role, { only: ['name'] }) }).orderBy('id')
  const employed = new Set((await db.rows<{ id: number }>(sql`select account_id as id from hr_employee`)).map(({ id }) => id))
  const rank = (name = '') => (leaders.includes(name) ? leaders.indexOf(name) : leaders.length)
  let managerId = (await db.one<{ id: number }>(sql`select id from hr_employee where manager_id is null order by id limit 1`))?.id
  for (const { id, name, role: held } of accounts.toSorted((one, two) => rank(one.role?.name) - rank(two.role?.name))) {
    if (employed.has(id)) continue
    const roleName = held?.name ?? ''
    const employee = await resources.create(ctx, hrEmployee, {
      staff_no: `E${String(id).padStart(4, '0')}`,
      name,
      account_id: id,
      department_id: departmentIds.get(byRole[roleName] ?? 'shop'),
      position: roleName === 'owner' ? 'Owner' : roleName,
      join_date: '2024-03-01',
      holiday_calendar_id: calendarId,
      ...(managerId === undefined ? {} : { manager_id: managerId }),
    })
    managerId ??= employee.id
  }
}
