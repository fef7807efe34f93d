import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { listedPlugins } from '../../../cli/start/load.ts'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { addresses } from '../../../tests/support/staff-urls.ts'
import { SEE_ALL } from '../services/visibility.ts'

/** All plugins are enabled, so that the routes of all of them are checked. */
const shop = suite(listedPlugins([]))

/** A word that occurs in every text of another owner's lead and nowhere else. */
const SECRET = 'Quillwort'
let me: Client
const ids: Record<string, number> = {}

beforeAll(async () => {
  const made = async (path: string, body: object) => {
    const answer = await shop.owner.post(`/api/admin/${path}`, body)
    if (answer.status >= 300) throw new Error(`${path} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  // Has every permission except the one to see the leads of others.
  const permissions = [...shop.it.kernel.registry.permissions.keys()].filter((right) => right !== SEE_ALL)
  me = await shop.it.staff(permissions)
  const other = await shop.it.staff(['get lead', 'update lead'])
  const otherId = (await other.get('/api/admin')).body.id as number
  const funnel = await made('funnel', { title: 'Way', url: 'way' })
  await made(`funnel/${funnel.id}/publish`, {})
  const contact = await made('contact', { first_name: 'Mei', email: 'mei@crm.test', remark: `${SECRET} remark`, owner_id: otherId })
  const [, , , won, lost] = funnel.stages as { id: number }[]
  const lead = await made('lead', {
    funnel_id: funnel.id,
    title: `${SECRET} title`,
    number: `${SECRET}-1`,
    source_detail: `${SECRET} detail`,
    contact_id: contact.id,
    owner_id: otherId,
    amount: '70.00',
    expected_close: new Date().toISOString().slice(0, 10),
    reminders: [{ remind_at: new Date(Date.now() - 60_000).toISOString(), text: `${SECRET} reminder` }],
  })
  await shop.it.kernel.db.run(sql`update crm_lead set enquiry = ${`${SECRET} enquiry`} where id = ${lead.id}`)
  await made('note', { subject: 'lead', subject_id: lead.id, body: `${SECRET} note` })
  const lostLead = await made('lead', { funnel_id: funnel.id, title: `${SECRET} gone`, owner_id: otherId })
  const lose = { stage_id: lost?.id, lost_reason: 'other', lost_note: `${SECRET} reason` }
  await shop.owner.put(`/api/admin/lead/${lostLead.id}`, lose)
  await shop.owner.put(`/api/admin/lead/${lostLead.id}`, { stage_id: won?.id })
  await shop.it.jobs()
  Object.assign(ids, {
    lead: lead.id,
    gone: lostLead.id,
    contact: contact.id,
    funnel: funnel.id,
    person: contact.person_id,
    stage: lost?.id,
    account: otherId,
  })
})

const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)
/** Query strings that make a route return more than by default. */
const asking = () => [
  `q=${SECRET}`,
  'fields=*&limit=100',
  'format=csv',
  `ids=${ids.lead}`,
  `subject=lead&subject_id=${ids.lead}`,
  `resource=lead&row_id=${ids.lead}`,
  `from=${day(-2)}&to=${day(2)}`,
  `funnel_id=${ids.funnel}&fields=*`,
]
const all = () => addresses(shop.it.app, { ids: Object.values(ids), asking: asking() })

async function telling(client: Client): Promise<string[]> {
  const leakingPaths: string[] = []
  for (const address of all()) {
    const { body } = await client.get(address)
    // Error messages may repeat the query.
    if (
      JSON.stringify(body ?? '')
        .replaceAll(`q=${SECRET}`, '')
        .includes(SECRET)
    )
      leakingPaths.push(address)
  }
  return leakingPaths
}

test('no route reveals the lead of another owner, whatever else the user may read', async () => {
  // There are more requests than routes, because each route is also called with query strings.
  expect(all().length).toBeGreaterThan(shop.it.app.routes.length)
  expect(await telling(me)).toEqual([])
}, 240_000)

test('the owner sees the lead on the checked routes, so that the check covers the right places', async () => {
  const { lead, gone: lostLead, person, contact } = ids
  const results = await Promise.all(
    [
      `lead?fields=*`,
      `lead/${lead}`,
      `lead/${lostLead}/history`,
      `person/${person}/timeline`,
      `contact/${contact}/about`,
      'lead/export?format=csv',
      `search?q=${SECRET}`,
    ].map(async (path) => [path, JSON.stringify((await shop.owner.get(`/api/admin/${path}`)).body).includes(SECRET)] as const),
  )
  expect(results.filter(([, isFound]) => !isFound)).toEqual([])
})

test('no route changes the lead of another owner', async () => {
  const state = () =>
    shop.it.kernel.db.rows(sql`select l.*, (select count(*) from crm_stage_move where lead_id = l.id) as steps from crm_lead l order by id`)
  const before = await state()
  const routes = shop.it.app.routes.filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/admin/lead'))
  expect(routes.length).toBeGreaterThan(6)
  for (const { method, url } of routes) {
    const address = url.replaceAll(/:\w+/g, String(ids.lead))
    const body = {
      ids: [ids.lead],
      title: 'Taken',
      stage_id: ids.stage,
      lost_reason: 'price',
      key: 'owner_id',
      value: null,
      below_id: null,
    }
    if (address === '/api/admin/lead' || address.endsWith('/import')) continue
    const { status, body: responseBody } =
      method === 'PUT' ? await me.put(address, body) : method === 'DELETE' ? await me.delete(address, body) : await me.post(address, body)
    expect([method, address, status < 300 && !/\/(batch|export)/.test(address), JSON.stringify(responseBody).includes(SECRET)]).toEqual([
      method,
      address,
      false,
      false,
    ])
  }
  expect(await state()).toEqual(before)
})
