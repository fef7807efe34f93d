import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { tries } from '../../../tests/support/property.ts'
import { nextNumber, numberFrom, numberSql } from '../index.ts'

const shop = suite(['documents'])

/** Whether the check digit of a number is valid. */
const isWhole = (number: string) => {
  const digits = [...number.replace(/^\D+/, '')].map(Number).toReversed()
  const sum = digits.reduce((all, digit, i) => all + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}
const numbers = fc.record({
  n: fc.oneof(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 10_000, max: 99_999_999 })),
  day: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
})

describe('a document number', () => {
  test('has a prefix, the day, a counter of at least four digits and a check digit', () => {
    expect(numberFrom('SO', { n: 1, day: '2026-11-21' })).toBe('SO26112100016')
    expect(numberFrom('PO', { n: 9_999, day: '2026-01-02' })).toMatch(/^PO2601029999\d$/)
    expect(numberFrom('PO', { n: 10_000, day: '2026-01-02' })).toMatch(/^PO26010210000\d$/)
  })

  test('is valid, and becomes invalid when any digit changes', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (parts, at, more) => {
        const number = numberFrom('R', parts)
        expect(isWhole(number)).toBe(true)
        const place = 1 + (at % (number.length - 1))
        const other = (Number(number[place]) + more) % 10
        expect(isWhole(number.slice(0, place) + other + number.slice(place + 1))).toBe(false)
      }),
      tries(400),
    )
  })

  test('becomes invalid when two different adjacent digits are swapped, except 0 and 9', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), (parts, at) => {
        const number = numberFrom('', parts)
        const place = at % (number.length - 1)
        const [a = '', b = ''] = number.slice(place, place + 2)
        fc.pre(a !== b && new Set([a, b, '0', '9']).size > 2)
        expect(isWhole(number.slice(0, place) + b + a + number.slice(place + 2))).toBe(false)
      }),
      tries(400),
    )
  })
})

describe('the next document number', () => {
  const zone = (time_zone: string) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'basic', { time_zone }, 'en-US')
  const next = () => shop.it.kernel.transaction((tx) => nextNumber(tx, 'T', 'test_number'))

  test('counts up without duplicates, and a number of a rolled back transaction is not used again', async () => {
    await shop.it.kernel.db.run(sql`create sequence test_number`)
    const counter = (number: string) => Number(number.slice(7, -1))
    const first = await next()
    expect(counter(first)).toBe(1)
    const failing = shop.it.kernel.transaction(async (tx) => {
      await nextNumber(tx, 'T', 'test_number')
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    const many = await Promise.all(Array.from({ length: 8 }, next))
    expect(many.map(counter).sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('uses the business day, on either side of the date line', async () => {
    const dayIn = (time_zone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: time_zone, year: '2-digit', month: '2-digit', day: '2-digit' })
        .format(new Date())
        .replaceAll('-', '')
    // The first two zones are 25 hours apart, so they never have the same date.
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Hong_Kong']) {
      await zone(time_zone)
      expect((await next()).slice(1, 7), time_zone).toBe(dayIn(time_zone))
      const row = await shop.it.kernel.db.one<{ day: string }>(sql`select ${numberSql('test_number', time_zone)}`)
      expect(row?.day.slice(2).replaceAll('-', ''), time_zone).toBe(dayIn(time_zone))
    }
  })
})
