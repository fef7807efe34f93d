import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ctx, sql } from 'stoa'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { bookingPersonalData } from '../services/personal-data.ts'
import { dayIn, createEvent, openBookings, createContact } from './booking-fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openBookings()
})
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

/** A multipart form with a file, as a browser sends it. */
function form(fields: Record<string, string>, file?: { name: string; bytes: Buffer }) {
  const edge = 'booking-edge'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = file
    ? `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    : ''
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    ...(file ? [file.bytes, Buffer.from('\r\n')] : []),
    Buffer.from(`--${edge}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${edge}` } }
}

const booked = async (event: { id: number }, name = 'may') =>
  fine(await shop.it.guest.post('/api/event/booking', { event_id: event.id, date: dayIn(3), time: '10:00', ...createContact(name) })).body

const bring = (token: string, name = 'plan.pdf', bytes = PDF) => {
  const { body, headers } = form({ token }, { name, bytes })
  return shop.it.guest.post('/api/booking/upload', body, headers)
}

test('a guest uploads files to a booking, reads them for a while, and removes their own', async () => {
  const made = await booked(await createEvent(shop, { files_max: 2 }))
  const view = fine(await bring(made.token)).body
  expect(view).toMatchObject({ files_left: 1, files: [{ name: 'plan.pdf', size: PDF.length, own: true }] })
  const read = await shop.it.guest.get(view.files[0].url)
  expect([read.status, read.raw.rawPayload.equals(PDF)]).toEqual([200, true])
  expect((await shop.it.guest.get(view.files[0].url.split('?')[0])).status).toBeGreaterThanOrEqual(400)
  fine(await bring(made.token, 'two.pdf'))
  expect((await bring(made.token, 'three.pdf')).body.messages.file).toHaveLength(1)
  const afterRemoval = fine(await shop.it.guest.delete('/api/booking/remove', { token: made.token, file_id: view.files[0].id })).body
  expect(afterRemoval.files.map(({ name }: { name: string }) => name)).toEqual(['two.pdf'])
  expect((await shop.it.guest.delete('/api/booking/remove', { token: made.token, file_id: view.files[0].id })).status).toBe(404)
})

test('concurrent uploads cannot exceed the maximum number of files', async () => {
  const made = await booked(await createEvent(shop, { files_max: 2 }))
  const all = await Promise.all(Array.from({ length: 6 }, (_, n) => bring(made.token, `${n}.pdf`)))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(fine(await shop.it.guest.post('/api/booking', { token: made.token })).body.files).toHaveLength(2)
})

test('an upload is rejected where no files are accepted, for canceled and other bookings, and without a file', async () => {
  const [none, some] = [await booked(await createEvent(shop)), await booked(await createEvent(shop, { files_max: 2 }))]
  expect((await bring(none.token)).status).toBe(422)
  expect((await bring(`${some.token}x`)).status).toBe(404)
  const empty = form({ token: some.token })
  expect(Object.keys((await shop.it.guest.post('/api/booking/upload', empty.body, empty.headers)).body.messages)).toEqual(['file'])
  expect((await bring(some.token, 'tool.exe', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0xff, 0xff]))).status).toBe(422)
  const { files } = fine(await bring(some.token)).body
  const other = await booked(await createEvent(shop, { files_max: 2 }), 'other')
  expect((await shop.it.guest.delete('/api/booking/remove', { token: other.token, file_id: files[0].id })).status).toBe(404)
  fine(await shop.it.guest.post('/api/booking/guest_cancel', { token: some.token }))
  expect((await bring(some.token)).status).toBe(409)
  expect((await shop.it.guest.delete('/api/booking/remove', { token: some.token, file_id: files[0].id })).status).toBe(409)
})

test('staff attach files to a booking, which the customer reads and cannot remove', async () => {
  const made = await booked(await createEvent(shop))
  const row = await db().one<{ id: number }>(sql`select id from booking where number = ${made.number}`)
  const sent = form({}, { name: 'way.pdf', bytes: PDF })
  const answer = fine(await shop.owner.post(`/api/admin/booking/${row?.id}/upload`, sent.body, sent.headers)).body
  expect(answer.files).toMatchObject([{ name: 'way.pdf', brought_by: 'staff' }])
  const [file] = answer.files
  expect((await shop.owner.get(`/api/admin/booking_file/${file.id}/file/file`)).status).toBe(200)
  const clerk = await shop.it.staff(['get order'])
  expect((await clerk.get(`/api/admin/booking_file/${file.id}/file/file`)).status).toBe(403)
  const viewer = await shop.it.staff('booking.viewer')
  expect((await viewer.post(`/api/admin/booking/${row?.id}/upload`, sent.body, sent.headers)).status).toBe(403)
  const view = fine(await shop.it.guest.post('/api/booking', { token: made.token })).body
  expect(view.files).toMatchObject([{ own: false }])
  expect((await shop.it.guest.delete('/api/booking/remove', { token: made.token, file_id: file.id })).status).toBe(404)
  fine(await shop.owner.delete(`/api/admin/booking/${row?.id}/upload/${file.id}`))
  expect((await shop.owner.delete(`/api/admin/booking/${row?.id}/upload/${file.id}`)).status).toBe(404)
})

test('erasing a person deletes the files of their bookings', async () => {
  const made = await booked(await createEvent(shop, { files_max: 2 }), 'paper')
  fine(await bring(made.token))
  const ctx: Ctx = shop.it.ctx
  const subject = { persons: [], customers: [], emails: ['paper@shop.test'], phones: [], addressHashes: [] }
  const rows = (await bookingPersonalData.findOwnedRows?.(db(), { ...subject, rows: {} })) ?? {}
  expect(JSON.stringify(await bookingPersonalData.exportData?.(ctx, { ...subject, rows }, 'person'))).toContain('plan.pdf')
  await shop.it.kernel.transaction(async (tx) => bookingPersonalData.eraseData?.(tx, ctx, { ...subject, rows }))
  expect(await db().rows(sql`select 1 from booking_file f join booking b on b.id = f.booking_id where b.number = ${made.number}`)).toEqual(
    [],
  )
})
