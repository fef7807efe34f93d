import { expect, test } from 'vitest'
import { maskEmail, maskPhone } from './mask.ts'

test('a masked email address shows its first letter and domain, a masked number its last digits', () => {
  expect(maskEmail('may.chan@shop.test')).toBe('m•••@shop.test')
  expect(maskEmail('😀x@shop.test')).toBe('😀•••@shop.test')
  expect(maskEmail('')).toBe('•••')
  expect(maskPhone('9123 4501')).toBe('••••4501')
  expect(maskPhone('123')).toBe('••••3')
})
