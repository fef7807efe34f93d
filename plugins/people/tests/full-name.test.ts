import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fullName } from '../domain/full-name.ts'
import { searchBuyers } from '../services/buyers.ts'
import { fullNameSql } from '../services/full-name-sql.ts'

const shop = suite(['people'])

test.each([
  ['May', 'Chan', 'May Chan'],
  ['大文', '陳', '陳大文'],
  ['娜', '欧阳', '欧阳娜'],
  ['Tai Man', '陳', 'Tai Man 陳'],
  ['May', '', 'May'],
  ['', '陳', '陳'],
  ['𠮷々', '𨋢', '𨋢𠮷々'],
  ['', '', ''],
])('%s %s is formatted as %s', async (first, last, written) => {
  expect(fullName(first, last)).toBe(written)
  const row = await shop.it.kernel.db.one<{ name: string }>(sql`select ${fullNameSql(sql`${first}::text`, sql`${last}::text`)} as name`)
  expect(row?.name).toBe(written)
})

test.each([
  ['大文', '陳', ['陳大文', '陳大', '大文', '陳']],
  ['May', 'Chan', ['may chan', 'May', 'Chan']],
])('%s %s is found by the formatted name and by each part', async (first_name, last_name, searchTerms) => {
  const email = `${crypto.randomUUID()}@mail.example`
  const made = await shop.owner.post('/api/admin/customer', { first_name, last_name, email, password: 'Long-Enough-77' })
  expect(made.status).toBe(201)
  for (const words of searchTerms) {
    const { body } = await shop.owner.get(`/api/admin/customer?q=${encodeURIComponent(words)}`)
    expect(body.data, words).toContainEqual(expect.objectContaining({ email }))
    expect(await searchBuyers(shop.it.kernel.db, words), words).toContainEqual(expect.objectContaining({ email }))
  }
})

/** Code that joins first and last name itself, given name first in every language. Search expressions with `ilike` are allowed. */
const BY_HAND =
  /first_name \|\| ' ' \|\| (?:\w+\.)?last_name(?! ilike)|first_name'?\)?, [^\];]*last_name'?\)?\]\.filter\(Boolean\)|first_name\} \$?\{[\w.]*last_name\}/

test('no code outside fullName joins first and last name', () => {
  const root = join(import.meta.dirname, '../../..')
  const wrong = ['plugins', 'ui-admin/src', 'ui-store/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('tests/') && !file.includes('migrations/'))
      .filter((file) => BY_HAND.test(readFileSync(join(root, folder, file), 'utf8')))
      .map((file) => join(folder, file)),
  )
  expect(wrong).toEqual([])
})
