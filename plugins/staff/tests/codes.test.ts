import { TOTP, Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { countCodesLeft, createCodes, useCode } from '../services/recovery.ts'
import { newSecret, formatUri, getStep } from '../services/totp.ts'

/** Codes of an authenticator app, and recovery codes. */
const shop = suite(['staff'])
const codeAt = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

test.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('a code from a clock %i steps off is accepted: %s', async (steps, counts) => {
  const secret = await newSecret()
  // Avoid the boundary between two time steps.
  const into = Date.now() % 30_000
  if (into > 29_000) await new Promise((resolve) => setTimeout(resolve, 30_100 - into))
  const step = await getStep(secret, codeAt(secret, steps))
  expect(step !== undefined).toBe(counts)
  if (step !== undefined) expect(step - Math.floor(Date.now() / 30_000)).toBe(steps)
})

test.each(['', '12345', '1234567', 'abcdef', '      '])('"%s" is no code', async (code) => {
  expect(await getStep(await newSecret(), code)).toBeUndefined()
})

test('a secret is long, unique, and shown in authenticator apps with its account', async () => {
  const [first, other] = [await newSecret(), await newSecret()]
  expect([Secret.fromBase32(first).bytes.length, first === other]).toEqual([20, false])
  const { uri, qr } = await formatUri(first, { issuer: 'Tea & Co', label: 'may@shop.test' })
  expect(uri).toMatch(/^otpauth:\/\/totp\//)
  expect(new URL(uri).searchParams.get('secret')).toBe(first)
  expect(new URL(uri).searchParams.get('issuer')).toBe('Tea & Co')
  expect(qr.length).toBeGreaterThan(100)
})

test('a recovery code works once, for its account only, however it is typed, until new ones are created', async () => {
  await shop.it.staff(['get role'])
  const { db } = shop.it.kernel
  const [mine, theirs] = (await db.rows<{ id: number }>(sql`select id from account order by id limit 2`)).map(({ id }) => id)
  if (!mine || !theirs) throw new Error('two accounts are needed')
  // One code contains characters that people confuse (0 and O, 1 and I).
  const alike = (code: string) => code.includes('0') && code.split('1').length > 2
  let codes = await createCodes(db, mine)
  while (!codes.some(alike)) codes = await createCodes(db, mine)
  codes.sort((a, b) => Number(alike(b)) - Number(alike(a)))
  expect([codes.length, new Set(codes).size, await countCodesLeft(db, mine)]).toEqual([10, 10, 10])
  const [second = '', first = '', third = ''] = codes
  expect(first).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(await useCode(db, theirs, first)).toBe(false)
  expect(await useCode(db, mine, ` ${first.toLowerCase().replaceAll('-', ' ')} `)).toBe(true)
  expect(await useCode(db, mine, first)).toBe(false)
  expect(await useCode(db, mine, second.replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I'))).toBe(true)
  const both = await Promise.all([useCode(db, mine, third), useCode(db, mine, third)])
  expect(both.sort()).toEqual([false, true])
  expect(await countCodesLeft(db, mine)).toBe(7)
  const next = await createCodes(db, mine)
  expect([await useCode(db, mine, codes[5] ?? ''), await useCode(db, mine, next[0] ?? ''), await countCodesLeft(db, mine)]).toEqual([
    false,
    true,
    9,
  ])
  const stored = JSON.stringify(await db.rows(sql`select code_hash::text from recovery_code`))
  expect(next.some((code) => stored.includes(code.replaceAll('-', '')))).toBe(false)
})
