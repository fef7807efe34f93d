import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { SMTPServer } from 'smtp-server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { fine, type Shop } from '../../../tests/support/selling-shop.ts'
import { findByToken } from '../services/access.ts'
import { readTicket } from '../services/check-in/ticket.ts'
import { dayIn, createEvent, openBookings, createContact } from './booking-fixture.ts'

let shop: Shop
let server: SMTPServer
const received: string[] = []
beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      let data = ''
      stream.on('data', (chunk: Buffer) => (data += chunk.toString('latin1'))).on('end', () => done(void received.push(data)))
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as { port: number }
  shop = await openBookings({ env: { STOA_SMTP_URL: `smtp://127.0.0.1:${port}`, STOA_MAIL_FROM: 'shop@shop.test' } })
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})
afterAll(async () => {
  await shop.it.close()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
})

/** A MIME part of an email as sent over SMTP. */
interface Part {
  head: string
  body: string
}

/** All MIME parts of an email, including nested ones. */
function parseParts(mail: string): Part[] {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const flat = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const edge = /boundary="?([^";\r\n]+)"?/.exec(flat)?.[1]
  if (!edge) return [{ head: flat, body }]
  return body
    .split(`--${edge}`)
    .slice(1, -1)
    .flatMap((part) => parseParts(part.replace(/^\r\n/, '')))
}

/** The decoded text of a part (base64 or quoted-printable). */
function getPartText(parts: readonly Part[], type: string): string {
  const { head = '', body = '' } = parts.find((part) => part.head.toLowerCase().includes(`content-type: ${type}`)) ?? {}
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return body.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Reads the codes in an image. The image is drawn on black, as email clients do in dark mode. */
async function read(png: Buffer): Promise<string[]> {
  const { data, info } = await sharp({ create: { width: 500, height: 500, channels: 4, background: '#000' } })
    .composite([{ input: png }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = await readBarcodes({
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    colorSpace: 'srgb',
  } as ImageData)
  return found.map(({ text }) => text)
}

async function booked(name: string, quantity: number) {
  const event = await createEvent(shop, { attendance: true, capacity: 40, max_quantity: 30 })
  const input = { event_id: event.id, date: dayIn(3), time: '10:00', quantity, ...createContact(name) }
  const { token } = fine(await shop.it.guest.post('/api/event/booking', input)).body
  await shop.it.jobs()
  return (await readTicket(shop.it.ctx, await findByToken(shop.it.ctx, shop.it.kernel.db, token)))?.codes ?? []
}

test('an email shows a readable QR code for each guest, and the same code in digits', async () => {
  const codes = await booked('shown', 2)
  expect(codes).toHaveLength(2)
  const mail = received.find((message) => message.includes('shown@shop.test')) ?? ''
  const parts = parseParts(mail)
  const pictures = parts.filter(({ head }) => /^content-type: image\/png/im.test(head))
  expect(pictures).toHaveLength(2)
  for (const [n, { head, body }] of pictures.entries()) {
    expect(head).toContain(`Content-ID: <code-${n + 1}.png>`)
    expect(head).toMatch(/content-disposition: inline/i)
    expect(await read(Buffer.from(body, 'base64'))).toEqual([codes[n]?.code])
  }
  const [plain, html] = [getPartText(parts, 'text/plain'), getPartText(parts, 'text/html')]
  expect([...html.matchAll(/src="cid:([^"]+)"/g)].map(([, name]) => name)).toEqual(['code-1.png', 'code-2.png'])
  for (const { short } of codes) expect([plain, html].map((words) => words.replaceAll(' ', '').includes(short))).toEqual([true, true])
  expect(plain).toMatch(/\/booking\/detail\//)
  // The calendar file and the PDF are still attachments, not inline images.
  expect(parts.filter(({ head }) => /content-disposition: attachment/i.test(head))).toHaveLength(2)
})

test('the outbox does not show the digits of codes to staff', async () => {
  const codes = await booked('hidden', 1)
  const mailRow = fine(await shop.owner.get('/api/admin/mail?q=hidden&fields=*')).body.data[0]
  expect(mailRow.recipient).toBe('hidden@shop.test')
  expect(JSON.stringify(mailRow).replaceAll(' ', '')).not.toContain(codes[0]?.short)
})

test('the codes of a large party are in the PDF alone', async () => {
  const codes = await booked('party', 20)
  expect(codes).toHaveLength(20)
  const mail = parseParts(received.find((message) => message.includes('party@shop.test')) ?? '')
  expect(mail.filter(({ head }) => /image\/png/i.test(head))).toEqual([])
  expect(mail.filter(({ head }) => /application\/pdf/i.test(head))).toHaveLength(1)
})
