import { expect, test } from 'vitest'
import { sql, storeFile } from 'stoa'
import { suite } from 'stoa/testing'
import { newestMail } from '../../../tests/support/mails.ts'

const shop = suite(['ebook', 'forms', 'people'])
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')
let n = 0

const made = async (path: string, body: object) => {
  const answer = await shop.owner.post(`/api/admin/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
async function bookFor(form: { id: number }, more: object = {}) {
  const { path } = await storeFile(shop.it.kernel, shop.it.kernel.db, { bytes: pdf, name: 'tea.pdf', type: 'file', trusted: true })
  return made('ebook', { title: `Notes ${++n}`, url: `notes-${n}`, file: path, access: 'form', form_id: form.id, ...more })
}
const makeForm = (more: object = {}) => made('form', { title: 'Tasting', url: `tasting-${++n}`, ...more })
const kim = { first_name: 'Kim', last_name: 'Lee', email: 'kim@shop.test', phone: '5555 0101', country_code: '852' }
const keyIn = (path: string) => /key=\d+\.([^#]+)#/.exec(path)?.[1] ?? ''
const fetchBook = (id: number, body: object = {}) => shop.guest.post(`/api/ebook/${id}/download`, body)

test('submitting the form gives access to its ebook, by a link on the page and in the email valid for it only', async () => {
  const form = await makeForm()
  const [book, other] = [await bookFor(form), await bookFor(await makeForm())]
  expect((await fetchBook(book.id)).status).toBe(403)
  const ebooks = (await shop.guest.get('/api/ebook')).body.data
  expect(ebooks.find((ebook: { id: number }) => ebook.id === book.id)).toMatchObject({
    access: 'form',
    form: { title: 'Tasting', url: form.url },
  })
  const sent = await shop.guest.post(`/api/form/${form.url}`, kim)
  expect(sent.body.gifts).toEqual([
    { title: `Download “${book.title}”`, path: expect.stringMatching(new RegExp(`^/ebook\\?key=${book.id}\\..+#${book.url}$`)) },
  ])
  const key = keyIn(sent.body.gifts[0].path)
  const got = await fetchBook(book.id, { key })
  expect(got.status).toBe(200)
  expect((await shop.guest.get(got.body.url)).status).toBe(200)
  expect((await fetchBook(other.id, { key })).status).toBe(403)
  for (const forged of [`9${key}`, key.replace(/\.\d+\./, '.99999999999.'), `${key}x`, 'a.b.c', '..'])
    expect((await fetchBook(book.id, { key: forged })).status).toBe(403)
  const path: string = sent.body.gifts[0].path
  expect(JSON.stringify(await newestMail(shop.it, 'kim@shop.test'))).toContain(path)
  const storedMails = await shop.it.kernel.db.rows<{ text_body: string }>(sql`select text_body from mail where recipient = 'kim@shop.test'`)
  expect(JSON.stringify(storedMails), 'staff who look after mails').not.toContain(path)
})

test('a link is invalid when the ebook has another form, and after the submission was deleted', async () => {
  const [form, second] = [await makeForm(), await makeForm()]
  const book = await bookFor(form)
  const { gifts } = (await shop.guest.post(`/api/form/${form.url}`, { ...kim, email: 'lee@shop.test' })).body
  const key = keyIn(gifts[0].path)
  await shop.owner.put(`/api/admin/ebook/${book.id}`, { form_id: second.id })
  expect((await fetchBook(book.id, { key })).status).toBe(403)
  await shop.owner.put(`/api/admin/ebook/${book.id}`, { form_id: form.id })
  expect((await fetchBook(book.id, { key })).status).toBe(200)
  await shop.it.kernel.db.run(sql`delete from form_submission where form_id = ${form.id}`)
  expect((await fetchBook(book.id, { key })).status).toBe(403)
})

test('a submission with an account gives that account access without a link, and nobody else', async () => {
  const form = await makeForm()
  const book = await bookFor(form)
  const password = 'a long password'
  const signedIn = async (email: string) => {
    await shop.guest.post('/api/register', { email, first_name: 'Kim', last_name: 'Lee', password, password_confirmation: password })
    return shop.it.as((await shop.guest.post('/api/login', { email, password })).body.token)
  }
  const [mine, other] = [await signedIn('mine@shop.test'), await signedIn('other@shop.test')]
  expect((await mine.post(`/api/form/${form.url}`, { ...kim, email: 'mine@shop.test' })).status).toBe(201)
  expect((await mine.post(`/api/ebook/${book.id}/download`)).status).toBe(200)
  expect((await other.post(`/api/ebook/${book.id}/download`)).status).toBe(403)
})

test('an ebook for a form requires one, its form cannot be deleted, and a hidden form gives no access', async () => {
  const { path } = await storeFile(shop.it.kernel, shop.it.kernel.db, { bytes: pdf, name: 'tea.pdf', type: 'file', trusted: true })
  const bare = await shop.owner.post('/api/admin/ebook', { title: 'Bare', url: 'bare', file: path, access: 'form' })
  expect(bare.body.messages).toEqual({ form_id: ['This field is required.'] })
  const form = await makeForm()
  const book = await bookFor(form)
  const refused = await shop.owner.delete(`/api/admin/form/${form.id}`)
  expect(JSON.stringify(refused.body.messages)).toContain(book.title)
  await shop.owner.put(`/api/admin/form/${form.id}`, { enabled: false })
  const ebooks = (await shop.guest.get('/api/ebook')).body.data
  expect(ebooks.map((ebook: { id: number }) => ebook.id)).not.toContain(book.id)
})
