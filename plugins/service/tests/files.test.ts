import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ctx, sql } from 'stoa'
import { toFormData } from 'stoa/testing'
import { newestMail } from '../../../tests/support/mails.ts'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { applicationPersonalData } from '../services/personal-data.ts'
import { sendFilesEmail } from '../services/files-email.ts'
import { openServices, createServiceHelpers } from './service-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openServices()
})
afterAll(() => shop.it.close())
const { service, ask, byNumber, view } = createServiceHelpers(() => shop)

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const createUpload = (name: string, bytes = PDF) => toFormData({ file: new File([bytes], name, { type: 'application/pdf' }) })
const give = (id: number, name = 'plan.pdf', by = shop.owner) => by.post(`/api/admin/application/${id}/upload`, createUpload(name))

/** Creates an application with its own email address. */
async function applied(email: string, url?: string) {
  const serviceUrl = url ?? (await service('500.00', { is_approval_required: true })).url
  const a = fine(await ask(shop.it.guest, serviceUrl, { email })).body.application as { number: string; token: string }
  return { ...a, id: (await byNumber(a.number)).id as number }
}

const mailsTo = async (email: string) =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from mail where recipient = ${email}`))?.n ?? 0

test('files from staff are visible to the applicant only, on their page and in their account', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const [mine, other] = [await applied('ann@files.test', url), await applied('bob@files.test', url)]
  const row = fine(await give(mine.id)).body
  expect(row.files).toMatchObject([{ name: 'plan.pdf', size: PDF.length }])
  const [file] = (await view(mine)).files
  expect(file).toMatchObject({ name: 'plan.pdf', size: PDF.length })
  const read = await shop.it.guest.get(file.url)
  expect([read.status, read.raw.rawPayload.equals(PDF)]).toEqual([200, true])
  // A file needs its own valid signature: none, that of another file, and a changed one are rejected.
  expect((await shop.it.guest.get(file.url.split('?')[0])).status).toBeGreaterThanOrEqual(400)
  fine(await give(other.id, 'other.pdf'))
  const [theirs] = (await view(other)).files
  expect((await shop.it.guest.get(`${theirs.url.split('?')[0]}?${file.url.split('?')[1]}`)).status).toBeGreaterThanOrEqual(400)
  expect((await view(other)).files.map(({ name }: { name: string }) => name)).toEqual(['other.pdf'])
  // A token is valid for its own application only.
  expect((await shop.it.guest.get(`/api/application/${other.number}?token=${mine.token}`)).status).toBe(404)
  expect((await shop.it.guest.get(`/api/application/${mine.number}?token=${mine.token}x`)).status).toBe(404)
})

test('an account lists its own files only', async () => {
  const { url } = await service('500.00', { is_approval_required: true })
  const enter = async (name: string) => {
    const email = `${name}@given.test`
    fine(await shop.owner.post('/api/admin/customer', { email, first_name: name, last_name: 'Lee', password: 'a long password' }))
    return shop.it.as(fine(await shop.it.guest.post('/api/login', { email, password: 'a long password' })).body.token)
  }
  const [ann, bob] = [await enter('ann'), await enter('bob')]
  const a = fine(await ask(ann, url)).body.application
  fine(await give((await byNumber(a.number)).id))
  const [listed] = fine(await ann.get('/api/application')).body.data
  expect(listed.files.map(({ name }: { name: string }) => name)).toEqual(['plan.pdf'])
  expect((await shop.it.guest.get(listed.files[0].url)).status).toBe(200)
  expect(fine(await bob.get('/api/application')).body.data).toEqual([])
  expect((await bob.get(`/api/application/${a.number}`)).status).toBe(404)
})

test('one email lists the files added in quick succession, each once, without deleted ones', async () => {
  const a = await applied('letter@files.test')
  await shop.it.jobs()
  const before = await mailsTo('letter@files.test')
  fine(await give(a.id, 'plan.pdf'))
  const wrong = fine(await give(a.id, 'wrong.pdf')).body.files[1].id
  fine(await give(a.id, 'prices.pdf'))
  fine(await shop.owner.delete(`/api/admin/application/${a.id}/upload/${wrong}`))
  // No email is sent before the delay ends, and one job is waiting for it.
  await shop.it.jobs()
  expect(await mailsTo('letter@files.test')).toBe(before)
  await Promise.all([sendFilesEmail(shop.it.ctx, a), sendFilesEmail(shop.it.ctx, a)])
  expect(await mailsTo('letter@files.test')).toBe(before + 1)
  const mail = await newestMail(shop.it, 'letter@files.test')
  expect(mail?.text_body).toContain('plan.pdf\nprices.pdf')
  expect(mail?.text_body).not.toContain('wrong.pdf')
  expect(mail?.text_body).toContain(`/service/application/${a.number}?token=`)
  fine(await give(a.id, 'more.pdf'))
  await sendFilesEmail(shop.it.ctx, a)
  const next = await newestMail(shop.it, 'letter@files.test')
  expect([next?.text_body.includes('more.pdf'), next?.text_body.includes('prices.pdf')]).toEqual([true, false])
})

test('adding files requires the permission to update applications, and invalid ones are rejected with a message', async () => {
  const [a, b] = [await applied('right@files.test'), await applied('left@files.test')]
  const viewer = await shop.it.staff('service.viewer')
  expect((await give(a.id, 'plan.pdf', viewer)).status).toBe(403)
  expect((await give(a.id, 'plan.pdf', await shop.it.staff(['get order']))).status).toBe(403)
  const [file] = fine(await give(a.id)).body.files
  expect((await viewer.get(`/api/admin/application_file/${file.id}/file/file`)).status).toBe(200)
  expect((await (await shop.it.staff(['get application'])).get(`/api/admin/application_file/${file.id}/file/file`)).status).toBe(403)
  // A file of another application cannot be deleted.
  expect((await shop.owner.delete(`/api/admin/application/${b.id}/upload/${file.id}`)).status).toBe(404)
  expect((await give(987_654)).status).toBe(404)
  const none = await shop.owner.post(`/api/admin/application/${a.id}/upload`, toFormData({ other: 'x' }))
  expect([none.status, Object.keys(none.body.messages)]).toEqual([422, ['file']])
  const program = await shop.owner.post(
    `/api/admin/application/${a.id}/upload`,
    createUpload('tool.exe', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0xff, 0xff])),
  )
  expect([program.status, Object.keys(program.body.messages)]).toEqual([422, ['file']])
  expect((await viewer.delete(`/api/admin/application/${a.id}/upload/${file.id}`)).status).toBe(403)
  fine(await shop.owner.delete(`/api/admin/application/${a.id}/upload/${file.id}`))
  expect((await shop.owner.delete(`/api/admin/application/${a.id}/upload/${file.id}`)).status).toBe(404)
})

test('the answers and files of an applicant are visible to staff and to the applicant', async () => {
  const fields = [
    { type: 'text', key: 'email', title: 'Email', required: true },
    { type: 'file', key: 'plan', title: 'Your plan', required: true },
  ]
  const createdService = await service('500.00', { is_approval_required: true }, { tabs: [{ title: 'One', fields }] })
  const uploaded = fine(
    await shop.it.guest.post(
      `/api/form/${createdService.form_url}/upload`,
      toFormData({ key: 'plan', file: new File([PDF], 'mine.pdf', { type: 'application/pdf' }) }),
    ),
  ).body
  const a = fine(await shop.it.guest.post(`/api/service/${createdService.url}`, { email: 'plan@files.test', plan: [uploaded.token] })).body
    .application
  const desk = await shop.it.staff('service.viewer')
  const { id } = await byNumber(a.number)
  const { data } = fine(await desk.get(`/api/admin/application/${id}/answers`)).body
  const answer = data.find(({ title }: { title: string }) => title === 'Your plan')
  expect(answer).toMatchObject({ answer: 'mine.pdf', files: [{ name: 'mine.pdf' }] })
  const opened = await desk.get(answer.files[0].url)
  expect([opened.status, opened.raw.rawPayload.equals(PDF)]).toEqual([200, true])
  expect((await (await shop.it.staff(['get order'])).get(`/api/admin/application/${id}/answers`)).status).toBe(403)
  const ownAnswer = (await view(a)).answers.find(({ title }: { title: string }) => title === 'Your plan')
  expect(ownAnswer.files).toMatchObject([{ name: 'mine.pdf' }])
})

test('erasing a person deletes the files of their applications', async () => {
  const a = await applied('forgotten@files.test')
  fine(await give(a.id))
  const ctx: Ctx = shop.it.ctx
  const subject = { persons: [], customers: [], emails: ['forgotten@files.test'], phones: [], addressHashes: [] }
  const rows = (await applicationPersonalData.findOwnedRows?.(shop.it.kernel.db, { ...subject, rows: {} })) ?? {}
  expect(JSON.stringify(await applicationPersonalData.exportData?.(ctx, { ...subject, rows }, 'person'))).toContain('plan.pdf')
  await shop.it.kernel.transaction(async (tx) => applicationPersonalData.eraseData?.(tx, ctx, { ...subject, rows }))
  expect(await shop.it.kernel.db.rows(sql`select 1 from application_file where application_id = ${a.id}`)).toEqual([])
})
