import { type Ctx, type Seed, sql } from 'stoa'
import type { YearPlan } from 'stoa/year'
import { addAddress } from './services/addresses.ts'
import { createSamplePerson } from './services/sample-person.ts'

const groups = [
  { name: 'Regulars', description: 'More than three purchases a year 熟客' },
  { name: 'Tea houses', description: '茶館與餐廳，批發價' },
]

const regulars = [
  { first_name: 'Vivian', last_name: 'Ng', email: 'vivian.ng@tea.example', country_code: '852', phone: '25550201' },
  { first_name: 'Oscar', last_name: 'Yip', email: 'oscar.yip@tea.example', country_code: '852', phone: '25550202' },
]

/** A customer group with members, and for the sample year accounts registered over time. */
export const seedPeople: Seed = async (ctx, set) => {
  if (ctx.year) await planAccounts(ctx, ctx.year)
  else if (set === 'demo') await makeRegulars(ctx)
}

async function makeRegulars(ctx: Ctx): Promise<void> {
  const { resources } = ctx.kernel
  const [input] = groups
  if (await resources.findBy(ctx, 'customer_group', 'name', input?.name)) return
  const { id } = await resources.create(ctx, 'customer_group', { ...input })
  for (const regular of regulars)
    if (!(await resources.findBy(ctx, 'customer', 'email', regular.email)))
      await resources.create(ctx, 'customer', { ...regular, group_id: id })
}

async function planAccounts(ctx: Ctx, year: YearPlan): Promise<void> {
  const { resources } = ctx.kernel
  for (const input of groups)
    if (!(await resources.findBy(ctx, 'customer_group', 'name', input.name))) await resources.create(ctx, 'customer_group', input)
  const random = year.random('people')
  const count = Math.max(12, Math.round(year.orders / 4.5))
  for (let nth = 0; nth < count; nth++) {
    // A third of them existed before the year began.
    const old = nth < count / 3
    const createdAt = old ? year.on(0, 9, nth % 60) : year.on(random.int(0, year.days), random.int(8, 23), random.int(0, 59))
    const { language, address, ...samplePerson } = createSamplePerson(random, 100 + nth)
    const [group, news, gender] = [random.int(1, 12), random.chance(0.55), random.pick(['female', 'female', 'male'] as const)]
    const birthday = `${random.int(1958, 2004)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
    year.at(createdAt, async ({ kernel }) => {
      const storedGroup = groups[group - 1] && (await resources.findBy(ctx, 'customer_group', 'name', groups[group - 1]?.name))
      await kernel.transaction(async (tx) => {
        if (await tx.one(sql`select 1 from customer where email = ${samplePerson.email}`)) return
        const more = { gender, birthday: random.chance(0.5) ? birthday : null, is_subscribe: news, group_id: storedGroup?.id ?? null }
        const { id } = await resources.createIn(tx, ctx, 'customer', { ...samplePerson, ...more })
        await tx.run(sql`update customer set language = ${language} where id = ${id}`)
        await addAddress(tx, id, {
          first_name: samplePerson.first_name,
          last_name: samplePerson.last_name,
          country: 'HKG',
          contact_number: samplePerson.phone,
          address,
          default_billing: true,
          default_shipping: true,
        })
      })
    })
  }
}
