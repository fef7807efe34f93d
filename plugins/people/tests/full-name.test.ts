import { expect, test } from 'vitest'
import { sql } from '#core'
import { suite } from '#testing'
import { fullName } from '../domain/full-name.ts'
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
])('%s %s is written %s', async (first, last, written) => {
  expect(fullName(first, last)).toBe(written)
  const row = await shop.it.kernel.db.one<{ name: string }>(sql`select ${fullNameSql(sql`${first}::text`, sql`${last}::text`)} as name`)
  expect(row?.name).toBe(written)
})
