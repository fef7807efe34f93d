import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '../../../tests/support/property.ts'
import { catchGatewayError, scripted, starting } from './scripted-provider.ts'
import { fps } from '../providers/fps/index.ts'
import { crc16, type FpsPayment, buildFpsPayload } from '../providers/fps/qr.ts'

const bill: FpsPayment = {
  kind: 'id',
  payee: '1234567',
  amount: '128.00',
  currency: 'HKD',
  merchant: 'Harbour Tea',
  city: 'HK',
  reference: 'SO1-1',
}

/** Reads the fields of an FPS code by their tags, in bytes, as a bank does. */
function read(text: string): Map<string, string> {
  const bytes = Buffer.from(text)
  const found = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const tag = bytes.toString('utf8', at, at + 2)
    const length = Number(bytes.toString('utf8', at + 2, at + 4))
    found.set(tag, bytes.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

test('the checksum is CRC-16/CCITT-FALSE', () => {
  expect([crc16(''), crc16('123456789'), crc16('A')]).toEqual(['FFFF', '29B1', 'B915'])
})

test('any name and reference give a valid QR payload and checksum', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      (merchant, reference, minor) => {
        const text = buildFpsPayload({ ...bill, merchant, reference, amount: (minor / 100).toFixed(2) })
        expect(text).toMatch(/^[\x20-\x7e]+$/)
        const fields = read(text)
        expect(fields.get('63')).toBe(crc16(text.slice(0, -4)))
        expect(fields.get('54')).toBe((minor / 100).toFixed(2))
        expect(fields.get('59')?.length).toBeGreaterThan(0)
        expect(fields.get('59')?.length).toBeLessThanOrEqual(25)
        expect(read(fields.get('62') ?? '').get('05')?.length).toBeLessThanOrEqual(25)
        expect(read(fields.get('26') ?? '')).toEqual(
          new Map([
            ['00', 'hk.com.hkicl'],
            ['02', '1234567'],
          ]),
        )
      },
    ),
    tries(200),
  )
})

test.each([
  ['id', '1234567', '02', 'HKD', '344'],
  ['mobile', '+852-67891234', '03', 'HKD', '344'],
  ['email', 'pay@shop.test', '04', 'CNY', '156'],
] as const)('a payee by %s, %s, has its own tag, and the amount its currency number', (kind, payee, tag, currency, number) => {
  const fields = read(buildFpsPayload({ ...bill, kind, payee, currency }))
  expect(read(fields.get('26') ?? '').get(tag)).toBe(payee)
  expect([fields.get('53'), fields.get('58')]).toEqual([number, 'HK'])
})

test('a name without printable ASCII characters becomes NA', () => {
  const fields = read(buildFpsPayload({ ...bill, merchant: '茶', city: '港' }))
  expect([fields.get('59'), fields.get('60')]).toEqual(['NA', 'HK'])
})

test.each([
  [12_800, 'HKD', '128', '128.00'],
  [12_850, 'HKD', '128.50', '128.50'],
  [5, 'CNY', '0.05', '0.05'],
  [100_000_000, 'HKD', '1000000', '1000000.00'],
])('for %i cents in %s the payload has %s, and the payer sees %s', async (amount, currency, coded, displayed) => {
  const { account } = scripted('fps', { fps_payee: '1234567', merchant_name: 'Harbour Tea' })
  const { action } = await fps.createPayment(starting({ amount, currency, instructions: '<p>Scan</p>' }), account)
  if (action.type !== 'instructions') throw new Error(action.type)
  expect(action).toMatchObject({
    ...{ html: '<p>Scan</p>', transfer: { to: '1234567', name: 'Harbour Tea', amount: displayed, currency, reference: 'SO1-1' } },
  })
  expect(read(buildFpsPayload({ ...bill, amount: coded })).get('54')).toBe(coded)
  expect(String(action.qr).length).toBeGreaterThan(100)
})

test.each([
  ['id', '1234567', true],
  ['id', '123456789', true],
  ['id', '12345678', false],
  ['id', '123456', false],
  ['', '1234567', true],
  ['mobile', '+852-67891234', true],
  ['mobile', '67891234', false],
  ['mobile', '+852 67891234', false],
  ['email', 'pay@shop.test', true],
  ['email', 'pay at shop.test', false],
])('as %s "%s" is a valid payee: %s', async (fps_kind, fps_payee, good) => {
  const probe = async () => fps.testConnection?.(scripted('fps', { fps_kind, fps_payee }).account)
  if (good) await probe()
  else expect(await catchGatewayError(probe)).toMatchObject({ code: 'payee' })
})

test('FPS accepts HKD and CNY', () => {
  expect(['HKD', 'CNY', 'USD'].map((code) => fps.currencies?.has(code))).toEqual([true, true, false])
})
