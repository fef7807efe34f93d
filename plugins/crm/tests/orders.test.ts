import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'
import { markWonByOrder } from '../services/orders.ts'

let shop: Shop
let funnel: { id: number; stages: { id: number; kind: string }[] }
beforeAll(async () => {
  shop = await openShop({}, ['crm', 'notes'])
  funnel = fine(await shop.owner.post('/api/admin/funnel', { title: 'Way', url: 'way' })).body
})
afterAll(() => shop.it.close())

let n = 0
const createContact = async (email: string | null = `may-${++n}@shop.test`) =>
  fine(await shop.owner.post('/api/admin/contact', { first_name: 'May', last_name: 'Ng', email, country_code: '852', phone: '5555 0199' }))
    .body
const createLead = async (contact_id: number, more: object = {}) =>
  fine(await shop.owner.post('/api/admin/lead', { funnel_id: funnel.id, title: 'Cups', contact_id, ...more })).body
const now = async (id: number) => fine(await shop.owner.get(`/api/admin/lead/${id}`)).body
const getStageId = (kind: string) => funnel.stages.find((stage) => stage.kind === kind)?.id
const win = async (id: number) => fine(await shop.owner.put(`/api/admin/lead/${id}`, { stage_id: getStageId('won') })).body
const buyAs = async (email: string) => shop.buy(await shop.stock(5, '100.00'), 1, { guest: { email, first_name: 'May', last_name: 'Ng' } })
const pay = async (id: number) => {
  fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: 'bank' }))
  await shop.it.jobs()
}

test('a won lead creates one order draft for its contact, also when requested repeatedly', async () => {
  const contact = await createContact()
  const lead = await createLead(contact.id)
  expect((await shop.owner.post(`/api/admin/lead/${lead.id}/order`)).status).toBe(409)
  expect((await shop.owner.get(`/api/admin/lead/${lead.id}/order`)).body).toMatchObject({ number: null, may_open: false })
  await win(lead.id)
  expect((await shop.owner.get(`/api/admin/lead/${lead.id}/order`)).body).toMatchObject({ number: null, may_open: true })
  const pressed = await Promise.all(Array.from({ length: 12 }, () => shop.owner.post(`/api/admin/lead/${lead.id}/order`)))
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(pressed.map(({ body }) => body.id)).size).toBe(1)
  const draft = await shop.order(pressed[0]?.body.id)
  expect(draft).toMatchObject({ status: 'draft', email: contact.email, first_name: 'May', last_name: 'Ng', phone: '5555 0199', lines: [] })
  expect(await now(lead.id)).toMatchObject({ order_number: draft.order_number, status: 'completed' })
  expect((await shop.owner.get(`/api/admin/lead/${lead.id}/order`)).body).toMatchObject({
    order_id: draft.id,
    status: 'draft',
    may_open: false,
  })
})

test('creating an order requires its permission and access to the lead; without order access only the number is shown', async () => {
  const lead = await createLead((await createContact()).id)
  await win(lead.id)
  const rights = ['get lead', 'update lead', 'get contact']
  const seller = await shop.it.staff([...rights, 'see all lead'])
  expect((await seller.post(`/api/admin/lead/${lead.id}/order`)).status).toBe(403)
  const stranger = await shop.it.staff([...rights, 'create order'])
  expect((await stranger.post(`/api/admin/lead/${lead.id}/order`)).status).toBe(404)
  expect((await stranger.get(`/api/admin/lead/${lead.id}/order`)).status).toBe(404)
  const opened = fine(await shop.owner.post(`/api/admin/lead/${lead.id}/order`)).body
  expect((await seller.get(`/api/admin/lead/${lead.id}/order`)).body).toEqual({
    number: opened.order_number,
    order_id: null,
    status: null,
    may_open: false,
  })
})

test('a contact without an email address and a lead without a contact create a draft without a buyer', async () => {
  const named = await createLead((await createContact(null)).id)
  const bare = await createLead((await createContact()).id)
  await shop.owner.put(`/api/admin/lead/${bare.id}`, { contact_id: null })
  for (const { id } of [named, bare]) {
    await win(id)
    const order = fine(await shop.owner.post(`/api/admin/lead/${id}/order`)).body
    expect(await shop.order(order.id)).toMatchObject({ status: 'draft', email: '' })
  }
})

test('the first paid order of a person wins their open lead with its total; the next one appears only on the person', async () => {
  const contact = await createContact()
  const lead = await createLead(contact.id)
  const [first, second] = [await buyAs(contact.email), await buyAs(contact.email)]
  await shop.it.jobs()
  expect(await now(lead.id)).toMatchObject({ status: 'to_do', order_number: null })
  await pay(first.id)
  const order = await shop.order(first.id)
  expect(await now(lead.id)).toMatchObject({ status: 'completed', order_number: order.order_number, amount: order.total })
  await pay(second.id)
  expect(await now(lead.id)).toMatchObject({ order_number: order.order_number })
  const again = await createLead(contact.id)
  await markWonByOrder(systemCtx(shop.it.kernel, 'crm'), first.id)
  expect(await now(again.id)).toMatchObject({ status: 'to_do', order_number: null })
  const { person_id } = contact
  const activityTypes = (await shop.owner.get(`/api/admin/person/${person_id}/timeline`)).body.data.map(
    (activity: { type: string }) => activity.type,
  )
  expect(activityTypes.filter((type: string) => type === 'lead.won')).toHaveLength(1)
  expect(activityTypes.filter((type: string) => type === 'order.paid').length).toBeLessThanOrEqual(2)
})

test('an order placed before the lead was created does not win it', async () => {
  const contact = await createContact()
  const order = await buyAs(contact.email)
  const lead = await createLead(contact.id)
  await pay(order.id)
  expect(await now(lead.id)).toMatchObject({ status: 'to_do', order_number: null })
})

test('an order wins only the newest of several open leads, and keeps an amount entered by hand', async () => {
  const contact = await createContact()
  const [older, newer] = [await createLead(contact.id), await createLead(contact.id, { amount: '7.00' })]
  const order = await buyAs(contact.email)
  const ctx = systemCtx(shop.it.kernel, 'crm')
  await pay(order.id)
  await Promise.all([1, 2, 3].map(() => markWonByOrder(ctx, order.id)))
  expect(await now(newer.id)).toMatchObject({ status: 'completed', amount: '7.00' })
  expect(await now(older.id)).toMatchObject({ status: 'to_do' })
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})
