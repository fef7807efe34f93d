import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { captureStatements } from '../../../tests/support/query-listener.ts'
import { importRecords } from 'stoa/plugins/sheets'

const shop = suite(['crm', 'sheets'])
const run = (lines: readonly string[], o: object = {}) =>
  importRecords(shop.it.ctx, 'contact', { name: 'a.csv', bytes: Buffer.from(lines.join('\n')) }, { speak: 'en-US', ...o })
const rows = (text: TemplateStringsArray, ...values: unknown[]) => shop.it.kernel.db.rows<Record<string, unknown>>(sql(text, ...values))

const header = 'first_name,last_name,email,country_code,phone,tags'
const people = (domain: string, count: number) =>
  Array.from({ length: count }, (_, n) => `May ${n},Chan,may${n}@${domain},852,${91_000_000 + n},tag ${n % 3}`)

test('the number of statements of an import does not grow with the number of contacts', async () => {
  const cost = async (count: number, domain: string) =>
    (
      await captureStatements(async () => {
        expect((await run([header, ...people(domain, count)])).summary).toMatchObject({ create: count, error: 0 })
      })
    ).length
  await cost(6, 'first.test')
  expect(await cost(120, 'second.test')).toBeLessThan(30)
})

test('contacts imported in one batch are linked to the persons of their email addresses', async () => {
  await shop.it.kernel.transaction((tx) =>
    tx.run(sql`with p as (insert into person (email, first_name) values ('known@tied.test', 'Known') returning id)
      insert into person_identity (person_id, kind, value_norm) select id, 'email', 'known@tied.test' from p`),
  )
  await run([header, 'Other,Name,Known@Tied.test,852,91112222,', 'New,One,new@tied.test,852,93334444,'])
  expect(
    await rows`select c.email, c.name, p.first_name, p.phone from crm_contact c join person p on p.id = c.person_id
      where c.email like '%@tied.test' order by c.email`,
  ).toEqual([
    { email: 'known@tied.test', name: 'Other Name', first_name: 'Known', phone: '91112222' },
    { email: 'new@tied.test', name: 'New One', first_name: 'New', phone: '93334444' },
  ])
})

test('two email addresses of one person in one sheet reject only the second line', async () => {
  await shop.it.kernel.transaction((tx) =>
    tx.run(sql`with p as (insert into person (email, first_name) values ('a@both.test', 'Both') returning id)
      insert into person_identity (person_id, kind, value_norm) select id, 'email', x.email from p, (values ('a@both.test'), ('b@both.test')) x(email)`),
  )
  const answer = await run([header, 'A,Both,a@both.test,,,', 'B,Both,b@both.test,,,', 'C,Other,c@both.test,,,'])
  expect(answer.summary).toEqual({ create: 2, change: 0, unchanged: 0, error: 1 })
  expect(answer.errors).toMatchObject([{ row: 3, column: 'email', value: 'b@both.test' }])
})

test('a line with an invalid email address fails alone', async () => {
  const lines = people('odd.test', 40)
  lines[20] = 'May 20,Chan,not an address,852,91000020,'
  const answer = await run([header, ...lines])
  expect(answer.summary).toEqual({ create: 39, change: 0, unchanged: 0, error: 1 })
  expect(answer.errors).toMatchObject([{ row: 22, column: 'email' }])
})
