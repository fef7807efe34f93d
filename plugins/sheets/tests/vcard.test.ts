import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { importRecords } from '../import/import.ts'
import { readVcards } from '../source/read-vcard.ts'
import { vcardColumns } from '../source/vcard-cells.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['people', 'crm', 'sheets'])
})
afterAll(() => it.close())

async function cards(file: string | Buffer): Promise<Record<string, string>[]> {
  const found: Record<string, string>[] = []
  for await (const { line, cells } of readVcards(Buffer.isBuffer(file) ? file : Buffer.from(file)))
    if (line > 0) found.push(Object.fromEntries(vcardColumns.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : []))))
  return found
}

const iphone = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'PRODID:-//Apple Inc.//iPhone OS 18.1//EN',
  'N:Chan;Siu Ming;;;',
  'FN:Siu Ming Chan',
  'ORG:Harbour Tea\\, Ltd.;Sales;',
  'TITLE:Buyer',
  'item1.EMAIL;type=INTERNET:second@harbour.test',
  'EMAIL;type=INTERNET;type=WORK;type=pref:ming@harbour.test',
  'TEL;type=CELL;type=VOICE;type=pref:+852 5555 0123',
  'TEL;type=HOME:2555 0142',
  'item2.ADR;type=HOME;type=pref:;;Flat 3\\, 12/F\\n8 Queen Street;Central;;;Hong Kong',
  'item2.X-ABADR:hk',
  'NOTE:Likes Pu-erh\\; calls on',
  '  Fridays\\nand pays in cash',
  'BDAY;value=date:1990-01-31',
  'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
  ' AAAAAAAAAAAAAAAAAAAAAAAAAA==',
  'CATEGORIES:Customers,VIP',
  'END:VCARD',
].join('\r\n')

test('a phone vCard is read: folded lines, escapes, groups, and preferred values first', async () => {
  expect(await cards(iphone)).toEqual([
    {
      FN: 'Siu Ming Chan',
      'N.family': 'Chan',
      'N.given': 'Siu Ming',
      ORG: 'Harbour Tea, Ltd., Sales',
      TITLE: 'Buyer',
      EMAIL: 'ming@harbour.test',
      'EMAIL 2': 'second@harbour.test',
      TEL: '+852 5555 0123',
      'TEL 2': '2555 0142',
      ADR: 'Flat 3, 12/F\n8 Queen Street\nCentral\nHong Kong',
      BDAY: '1990-01-31',
      NOTE: 'Likes Pu-erh; calls on Fridays\nand pays in cash',
      CATEGORIES: 'Customers | VIP',
    },
  ])
})

const android = [
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E9=99=B3;=E5=A4=A7=E6=96=87;;;',
  'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E9=99=B3=E5=A4=A7=E6=96=87',
  'TEL;CELL;PREF:98765432',
  'EMAIL;HOME:taiman@phone.test',
  'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=96=9C=E6=AD=A1=E6=99=AE=E6=B4=B1=',
  '=E3=80=82',
  'BDAY:--0131',
  'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
  ' AAAA',
  '',
  'END:VCARD',
].join('\n')

test('a vCard 2.1 in quoted-printable is read, with a birthday without a year', async () => {
  expect(await cards(android)).toEqual([
    { FN: '陳大文', 'N.family': '陳', 'N.given': '大文', TEL: '98765432', EMAIL: 'taiman@phone.test', NOTE: '喜歡普洱。', BDAY: '--01-31' },
  ])
})

test('a vCard in a national encoding is read, declared or not', async () => {
  const big5 = Buffer.concat([
    Buffer.from('BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=BIG5:'),
    Buffer.from([0xb3, 0xaf, 0x3b, 0xa4, 0x6a, 0xa4, 0xe5]),
    Buffer.from('\r\nEND:VCARD\r\n'),
  ])
  expect(await cards(big5)).toMatchObject([{ 'N.family': '陳', 'N.given': '大文' }])
  const western = Buffer.concat([
    Buffer.from('BEGIN:VCARD\nVERSION:2.1\nN:M'),
    Buffer.from([0xfc]),
    Buffer.from('ller;Zo'),
    Buffer.from([0xeb]),
    Buffer.from('\nEND:VCARD\n'),
  ])
  expect(await cards(western)).toMatchObject([{ 'N.family': 'Müller', 'N.given': 'Zoë' }])
})

test('a vCard 4.0 is read: tel and mailto URIs, gender, without nested cards', async () => {
  const text = `BEGIN:VCARD\nVERSION:4.0\nFN:Zoë Ng\nN:Ng;Zoë;;;\nGENDER:F\nTEL;VALUE=uri;TYPE="voice,home":tel:+852-5555-0199;ext=12
EMAIL;PREF=1:zoe@ng.test\nBDAY:19850203\nAGENT:\nBEGIN:VCARD\nFN:Inner\nEND:VCARD\nUID:urn:uuid:4fbe8971\nEND:VCARD\nBEGIN:VCARD\nVERSION:4.0\nKIND:group\nFN:Friends\nEND:VCARD`
  expect(await cards(text)).toEqual([
    {
      FN: 'Zoë Ng',
      'N.family': 'Ng',
      'N.given': 'Zoë',
      GENDER: 'F',
      TEL: '+852-5555-0199',
      EMAIL: 'zoe@ng.test',
      BDAY: '1985-02-03',
      UID: 'urn:uuid:4fbe8971',
    },
    { KIND: 'group', FN: 'Friends' },
  ])
})

test('streamed vCards and large photos use no more memory than a line', async () => {
  async function* slowly() {
    const bytes = Buffer.from(iphone.replace('/9j/4AAQSkZJRgABAQAAAQABAAD', 'A'.repeat(3_000_000)))
    for (let at = 0; at < bytes.length; at += 1_007) yield bytes.subarray(at, at + 1_007)
  }
  const found: string[][] = []
  for await (const { line, cells } of readVcards(slowly())) if (line > 0) found.push(cells)
  expect(found).toHaveLength(1)
  expect(found[0]?.[vcardColumns.indexOf('EMAIL')]).toBe('ming@harbour.test')
})

test('a truncated file, or one without a card, is rejected with the reason', async () => {
  await expect(cards(iphone.replace('END:VCARD', ''))).rejects.toMatchObject({ key: 'sheets:error.cut_card', params: { line: 1 } })
  await expect(cards('name,email\na,b')).rejects.toMatchObject({ key: 'sheets:error.no_card' })
})

test('vCards import as contacts, and importing them again changes nothing', async () => {
  const file = () => ({
    name: 'Contacts.vcf',
    bytes: Buffer.from(
      `${iphone}\r\n${android}\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Friends\r\nX-ADDRESSBOOKSERVER-KIND:group\r\nEND:VCARD\r\n`,
    ),
  })
  const answer = await importRecords(it.ctx, 'contact', file(), { speak: 'en-US', limit: 1_000 })
  expect(answer.errors).toEqual([])
  expect(answer).toMatchObject({ summary: { create: 2 }, lines: { read: 3, left_out: 1 } })
  expect(
    await it.kernel.db
      .rows(sql`select first_name, last_name, company, job_title, email, country_code, phone, birthday::text, address, remark,
    (select array_agg(t.name order by t.name) from crm_contact_tag l join crm_tag t on t.id = l.tag_id where l.contact_id = c.id) as tags
    from crm_contact c where email like '%.test' order by id`),
  ).toEqual([
    {
      first_name: 'Siu Ming',
      last_name: 'Chan',
      company: 'Harbour Tea, Ltd., Sales',
      job_title: 'Buyer',
      email: 'ming@harbour.test',
      country_code: '852',
      phone: '5555 0123',
      birthday: '1990-01-31',
      address: 'Flat 3, 12/F\n8 Queen Street\nCentral\nHong Kong',
      remark: 'Likes Pu-erh; calls on Fridays\nand pays in cash',
      tags: ['Customers', 'VIP'],
    },
    {
      first_name: '大文',
      last_name: '陳',
      company: '',
      job_title: '',
      email: 'taiman@phone.test',
      country_code: '852',
      phone: '98765432',
      birthday: null,
      address: '',
      remark: '喜歡普洱。',
      tags: null,
    },
  ])
  expect((await importRecords(it.ctx, 'contact', file(), { speak: 'en-US' })).summary).toEqual({
    create: 0,
    change: 0,
    unchanged: 2,
    error: 0,
  })
})
