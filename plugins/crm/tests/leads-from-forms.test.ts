import { beforeAll, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { suite } from 'stoa/testing'
import { checks } from '../checks.ts'
import { catchUpForms, createLeadFromForm } from '../services/from-form.ts'

const shop = suite(['crm', 'forms', 'content', 'notes'])
let n = 0
let from = 0
/** Each request comes from a different network address. */
const inject = (url: string, payload: object, headers: Record<string, string> = {}) =>
  shop.it.app.http.inject({ method: 'POST', url, payload, headers, remoteAddress: `10.2.${from >> 8}.${from++ & 255}` })

const made = async (path: string, body: object) => {
  const answer = await shop.owner.post(`/api/admin/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const field = (key: string, more: object = {}) => ({ type: 'text', key, title: `Your ${key}`, ...more })
const makeForm = (more: object = {}) => made('form', { title: 'Tasting', url: `tasting-${++n}`, ...more })
const makeFunnel = async (more: object = {}) => {
  const funnel = await made('funnel', { title: 'Enquiries', url: `way-${++n}`, ...more })
  expect((await shop.owner.post(`/api/admin/funnel/${funnel.id}/publish`)).status).toBe(200)
  return funnel
}
const listLeads = async (funnel: { id: number }) => (await shop.owner.get(`/api/admin/lead?funnel_id=${funnel.id}&fields=*`)).body.data
const kim = { first_name: 'Kim', last_name: 'Lee', email: 'kim@crm.test', phone: '5555 0101', country_code: '852' }

let funnel: Awaited<ReturnType<typeof makeFunnel>>
beforeAll(async () => {
  funnel = await makeFunnel()
})

test('a submission of a form with a target funnel creates one lead, also when the job runs again', async () => {
  const form = await makeForm({ target_funnel_id: funnel.id, lead_source: 'instagram' })
  expect(form).toMatchObject({ target_funnel_id: funnel.id, lead_source: 'instagram' })
  expect((await inject(`/api/form/${form.url}`, kim)).statusCode).toBe(201)
  await shop.it.jobs()
  const [lead, ...others] = await listLeads(funnel)
  expect(others).toEqual([])
  expect(lead).toMatchObject({ source: 'instagram', source_detail: 'Tasting', status: 'to_do', title: 'Kim Lee' })
  expect(lead.enquiry).toContain('Email: kim@crm.test')
  const submission = lead.form_submission_id
  const ctx = systemCtx(shop.it.kernel, 'crm')
  await Promise.all([1, 2, 3].map(() => createLeadFromForm(ctx, { formId: form.id, submissionId: submission })))
  expect(await listLeads(funnel)).toHaveLength(1)
  const { data } = (await shop.owner.get(`/api/admin/lead?form_submission_id=${submission}`)).body
  expect(data.map((row: { id: number }) => row.id)).toEqual([lead.id])
  const contact = (await shop.owner.get(`/api/admin/contact/${lead.contact_id}`)).body
  expect(contact).toMatchObject({ email: 'kim@crm.test', country_code: '852', phone: '5555 0101', source: 'instagram' })
})

test('a form without a source creates leads with source form, and one without a funnel creates none', async () => {
  const way = await makeFunnel()
  const [leading, plain] = [await makeForm({ target_funnel_id: way.id }), await makeForm()]
  await inject(`/api/form/${leading.url}`, { ...kim, email: 'a@crm.test' })
  await inject(`/api/form/${plain.url}`, { ...kim, email: 'b@crm.test' })
  await shop.it.jobs()
  expect((await listLeads(way)).map((row: { source: string }) => row.source)).toEqual(['form'])
})

test('a submission with values too long for a contact still becomes a lead with all its text', async () => {
  const way = await makeFunnel()
  const long = 'x'.repeat(600)
  const form = await makeForm({
    target_funnel_id: way.id,
    tabs: [
      {
        title: 'One',
        fields: [field('name'), field('company'), field('phone', { type: 'phone' }), field('country_code', { type: 'hidden' })],
      },
    ],
  })
  await inject(`/api/form/${form.url}`, { company: long })
  await inject(`/api/form/${form.url}`, { name: '😀'.repeat(200), phone: '123(((', country_code: '852' })
  await inject(`/api/form/${form.url}`, {})
  await shop.it.jobs()
  const leads = await listLeads(way)
  expect(leads).toHaveLength(3)
  expect(leads.some((lead: { enquiry: string }) => lead.enquiry.includes(long))).toBe(true)
})

test('submissions missed while the plugin was off are processed once', async () => {
  const way = await makeFunnel()
  const form = await makeForm({ target_funnel_id: way.id })
  const since = new Date(Date.now() - 1_000)
  await inject(`/api/form/${form.url}`, { ...kim, email: 'away@crm.test' })
  // Delete the jobs, as if the plugin had been off.
  await shop.it.kernel.db.run(sql`delete from graphile_worker._private_jobs`)
  expect(await listLeads(way)).toEqual([])
  const ctx = systemCtx(shop.it.kernel, 'crm')
  await catchUpForms(ctx, since)
  await catchUpForms(ctx, since)
  expect(await listLeads(way)).toHaveLength(1)
})

test('a disabled funnel accepts nobody, also not by a form', async () => {
  const way = await makeFunnel()
  const form = await makeForm({ target_funnel_id: way.id })
  await shop.owner.post(`/api/admin/funnel/${way.id}/disable`)
  expect((await inject(`/api/form/${form.url}`, { ...kim, email: 'late@crm.test' })).statusCode).toBe(201)
  await shop.it.jobs()
  expect(await listLeads(way)).toEqual([])
  expect((await shop.guest.get(`/api/funnel/${way.url}`)).status).toBe(404)
})

test('setting a target funnel on a form requires the permission to create leads', async () => {
  const editor = await shop.it.staff(['get form', 'create form', 'update form', 'get funnel'])
  const refused = await editor.post('/api/admin/form', { title: 'Mine', url: 'mine', target_funnel_id: funnel.id })
  expect(refused.status, JSON.stringify(refused.body)).toBe(422)
  expect(refused.body.messages).toHaveProperty('target_funnel_id')
  expect((await editor.post('/api/admin/form', { title: 'Mine', url: 'mine' })).status).toBe(201)
})

test('a funnel without a form has default fields and reports errors by field', async () => {
  const way = await makeFunnel()
  const at = `/api/funnel/${way.url}`
  expect((await shop.guest.get(`${at}?language=en-US`)).body).toMatchObject({ title: 'Enquiries', url: way.url, form: null })
  const code = 'Please input country code if the phone field is not empty'
  expect((await inject(at, {})).json().messages).toEqual({ first_name: ['This field is required.'] })
  expect((await inject(at, { first_name: 'Kim' })).json().messages).toEqual({ email: ['Enter an email address or a phone number.'] })
  expect((await inject(at, { first_name: 'Kim', phone: '5555 0102' })).json().messages).toEqual({ country_code: [code] })
  expect((await inject(at, { first_name: 'Kim', phone: '5555 0102', country_code: '999' })).statusCode).toBe(422)
  expect((await inject(at, { first_name: {}, email: ['x'] })).statusCode).toBe(422)
  const sent = await inject(`${at}?source=facebook`, { first_name: 'Kim', last_name: 'Lee', email: 'Way@CRM.test', message: 'Twelve cups' })
  expect([sent.statusCode, sent.json()]).toEqual([201, { status: 'received', success_message: '', gifts: [] }])
  const [lead] = await listLeads(way)
  expect(lead).toMatchObject({ source: 'facebook', enquiry: 'Twelve cups', status: 'to_do' })
  expect((await shop.owner.get(`/api/admin/contact/${lead.contact_id}`)).body).toMatchObject({ email: 'way@crm.test', source: 'facebook' })
})

test('a bot that fills the honeypot field gets a normal response, and nothing is saved', async () => {
  const way = await makeFunnel()
  expect((await inject(`/api/funnel/${way.url}`, { first_name: 'Bot', email: 'bot@crm.test', leave_blank: 'x' })).statusCode).toBe(201)
  expect(await listLeads(way)).toEqual([])
})

test('submitting twice with one idempotency key creates one lead', async () => {
  const way = await makeFunnel()
  const headers = { 'idempotency-key': 'one-key-0001' }
  const body = { first_name: 'Kim', email: 'twice@crm.test' }
  const answers = await Promise.all([1, 2].map(() => inject(`/api/funnel/${way.url}`, body, headers)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(await listLeads(way)).toHaveLength(1)
})

test('a funnel with a form shows its fields, and a submission is saved in both', async () => {
  const form = await makeForm({
    success_message: 'See you',
    tabs: [{ title: 'One', fields: [field('name', { required: true }), field('cups')] }],
  })
  const way = await makeFunnel({ form_id: form.id })
  const view = (await shop.guest.get(`/api/funnel/${way.url}`)).body
  expect(view.form.tabs[0].fields.map((field: { key: string }) => field.key)).toEqual(['name', 'cups'])
  expect((await inject(`/api/funnel/${way.url}`, { cups: '3' })).json().messages).toEqual({ name: ['This field is required.'] })
  const sent = await inject(`/api/funnel/${way.url}`, { name: 'Mei', cups: '3', form_version: view.form.form_version })
  expect(sent.json()).toEqual({ status: 'received', success_message: 'See you', gifts: [] })
  await shop.it.jobs()
  const leads = await listLeads(way)
  expect(leads).toHaveLength(1)
  expect(leads[0]).toMatchObject({ title: 'Mei', source: 'form', source_detail: 'Tasting', form_submission_id: expect.any(Number) })
  expect(leads[0].enquiry).toBe('Your name: Mei\nYour cups: 3')
  await shop.owner.put(`/api/admin/form/${form.id}`, { allow_guest: false })
  expect((await shop.guest.get(`/api/funnel/${way.url}`)).status).toBe(403)
  expect((await inject(`/api/funnel/${way.url}`, { name: 'Mei' })).statusCode).toBe(403)
  await shop.owner.put(`/api/admin/form/${form.id}`, { enabled: false })
  expect((await shop.guest.get(`/api/funnel/${way.url}`)).body).toMatchObject({ form: null })
})

test('of 60 concurrent submissions to a form for ten, one per person, ten succeed, each with a lead', async () => {
  const way = await makeFunnel()
  const form = await makeForm({ target_funnel_id: way.id, limit_submit: true, max_submissions: 10 })
  const sent = await Promise.all(
    Array.from({ length: 60 }, (_, i) => inject(`/api/form/${form.url}`, { ...kim, email: `crowd-${i % 30}@crm.test` })),
  )
  const accepted = sent.filter(({ statusCode }) => statusCode === 201)
  expect(accepted).toHaveLength(10)
  expect(sent.filter(({ statusCode }) => statusCode !== 201).every(({ statusCode }) => statusCode === 409)).toBe(true)
  await shop.it.jobs()
  const leads = await listLeads(way)
  expect(new Set(leads.map((lead: { contact_id: number }) => lead.contact_id)).size).toBe(10)
  expect((await shop.owner.get(`/api/admin/lead?funnel_id=${way.id}&limit=100`)).body.total).toBe(10)
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})

test('the landing page that brought a lead is recorded and counts it once', async () => {
  const way = await makeFunnel()
  const form = await makeForm({ target_funnel_id: way.id })
  const page = await made('landing_page', {
    name: 'Spring page',
    url: 'spring-page',
    published_at: '2026-01-01T00:00:00Z',
    elements: {
      content: [
        { type: 'form', props: { id: 'f', url: form.url } },
        { type: 'funnel', props: { id: 'g', url: way.url } },
        { type: 'form', props: { id: 'h', url: 'nowhere' } },
      ],
    },
  })
  await shop.owner.post(`/api/admin/landing_page/${page.id}/publish`)
  const drawn = (await shop.guest.post('/api/landing_page', { url: 'spring-page' })).body
  expect(drawn.widgets.f[0]).toMatchObject({ url: form.url, standing: 'open' })
  expect(drawn.widgets.g[0]).toMatchObject({ url: way.url, form: null })
  expect(drawn.widgets.h).toEqual([])
  const visit = await shop.guest.post('/api/landing_page/visit', { url: 'spring-page' }, { 'user-agent': 'Mozilla/5.0 Firefox/140.0' })
  const cookie = String(visit.headers['set-cookie']).split(';')[0] ?? ''
  await inject(`/api/form/${form.url}`, { ...kim, email: 'landed@crm.test' }, { cookie })
  await inject(`/api/funnel/${way.url}`, { first_name: 'May', email: 'landed-2@crm.test' }, { cookie })
  await shop.it.jobs()
  const leads = await listLeads(way)
  expect(leads.map((lead: { source_detail: string }) => lead.source_detail).sort()).toEqual(['Spring page', 'Tasting · Spring page'])
  const { data } = (await shop.owner.get(`/api/admin/form_submission?form_id=${form.id}&fields=*`)).body
  expect(data[0].landing_page_id).toBe(page.id)
  const year = new Date().getUTCFullYear()
  const range = { landing_page_id: page.id, from: `${year - 1}-12-01`, to: `${year + 1}-01-31` }
  const report = (await shop.owner.post('/api/admin/report/landing', range)).body
  expect(report.transfer.year.reduce((sum: number, interval: { count: number }) => sum + interval.count, 0)).toBe(2)
})

test('a message on the contact page creates a contact, and leaves an existing one unchanged', async () => {
  const write = (email: string) => inject('/api/contact', { name: 'May Ng', email, subject: 'Tea', message: 'Hello' })
  await Promise.all([write('writer@crm.test'), write('writer@crm.test'), write('kim@crm.test')])
  await shop.it.jobs()
  const found = async (q: string) => (await shop.owner.get(`/api/admin/contact?q=${q}&fields=*`)).body.data
  expect(await found('writer@crm.test')).toMatchObject([{ name: 'May Ng', source: 'website' }])
  expect(await found('kim@crm.test')).toMatchObject([{ name: 'Kim Lee' }])
})

test('entering a funnel with the email address of another person reveals and changes nothing of theirs', async () => {
  const [plainFunnel, formed] = [await makeFunnel(), await makeFunnel()]
  const form = await makeForm({ target_funnel_id: formed.id })
  const email = 'proven@crm.test'
  const { id } = await made('contact', { first_name: 'Real', last_name: 'Name', email })
  const { db } = shop.it.kernel
  await db.run(sql`update person_identity set verified_at = now() where value_norm = ${email}`)
  const rows = async () => [
    await db.one(sql`select first_name, last_name, phone, country_code from person where email = ${email}`),
    await db.one(sql`select first_name, last_name, phone, company, job_title, source, version from crm_contact where id = ${id}`),
  ]
  const before = await rows()
  const stranger = { first_name: 'False', last_name: 'Friend', email, phone: '5555 0199', country_code: '852' }
  const answers = [await inject(`/api/funnel/${plainFunnel.url}`, stranger), await inject(`/api/form/${form.url}`, stranger)]
  await shop.it.jobs()
  for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([201, expect.not.stringMatching(/Real|Name/)])
  expect(await rows()).toEqual(before)
  // Staff see both leads on the contact.
  expect(
    [...(await listLeads(plainFunnel)), ...(await listLeads(formed))].map(({ contact_id }: { contact_id: number }) => contact_id),
  ).toEqual([id, id])
})

test('funnel emails to one address are limited per day by the settings', async () => {
  const form = await makeForm()
  const way = await makeFunnel({ form_id: form.id })
  const sent = []
  for (let n = 0; n < 25; n++) sent.push((await inject(`/api/funnel/${way.url}`, { ...kim, email: 'bombed@crm.test' })).statusCode)
  await shop.it.jobs()
  expect(new Set(sent)).toEqual(new Set([201]))
  const max = Number(shop.it.kernel.settings.read('mail', 'en-US').unrequested_per_day)
  const row = await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from mail where recipient = 'bombed@crm.test'`)
  expect([max > 0, row?.n]).toEqual([true, max])
})
