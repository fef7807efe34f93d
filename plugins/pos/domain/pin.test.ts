import { expect, test } from 'vitest'
import { isEasyToGuess, isPin } from './pin.ts'

test('a PIN has four to eight digits and is not easy to guess', () => {
  expect(['1', '123', '12a4', '123456789', '１２３４'].some(isPin)).toBe(false)
  expect(['1379', '80421975'].every(isPin)).toBe(true)
  expect(['0000', '1234', '87654', '90123', '111111'].every(isEasyToGuess)).toBe(true)
  expect(['1379', '8042', '2580'].some(isEasyToGuess)).toBe(false)
})
