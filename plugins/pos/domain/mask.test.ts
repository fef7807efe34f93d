import { expect, test } from 'vitest'
import { maskEmail, maskPhone } from './mask.ts'

test('of an address its first letter and its domain are told, of a number its end', () => {
  expect(maskEmail('may.chan@shop.test')).toBe('m•••@shop.test')
  expect(maskEmail('😀x@shop.test')).toBe('😀•••@shop.test')
  expect(maskEmail('')).toBe('•••')
  expect(maskPhone('9123 4501')).toBe('••••4501')
  expect(maskPhone('123')).toBe('••••3')
})
