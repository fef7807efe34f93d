import { expect, test } from 'vitest'
import { createWedge } from './keyboard-scanner.ts'

/** Presses keys with this interval, and returns the scanned code, if any. */
function pressed(text: string, gap: number, enterAfter = gap): string | undefined {
  const readKey = createWedge()
  let at = 1_000
  for (const key of text) readKey(key, (at += gap))
  return readKey('Enter', at + enterAfter).code
}

test('six quick keys and Enter are a code, five are not', () => {
  expect(pressed('POT-01', 10)).toBe('POT-01')
  expect(pressed('POT-1', 10)).toBeUndefined()
})

test('keys 35 milliseconds apart are typed by hand, and 34 are not', () => {
  expect(pressed('4006381333931', 34)).toBe('4006381333931')
  expect(pressed('4006381333931', 35)).toBeUndefined()
})

test('a late Enter was pressed manually', () => {
  expect(pressed('4006381333931', 10, 35)).toBeUndefined()
})

test('text typed before a code is not part of it', () => {
  const readKey = createWedge()
  readKey('x', 0)
  let at = 500
  for (const key of 'POT-RUST') readKey(key, (at += 8))
  expect(readKey('Enter', at + 8).code).toBe('POT-RUST')
})

test('the Shift key of a capital letter does not interrupt a code', () => {
  const readKey = createWedge()
  let at = 0
  for (const key of ['Shift', 'P', 'Shift', 'O', 'T', '-', '0', '1']) readKey(key, (at += 10))
  expect(readKey('Enter', at + 10).code).toBe('POT-01')
})

test('two consecutive codes are separate', () => {
  const readKey = createWedge()
  const codes = [11, 22].map((n) => {
    let at = n * 1_000
    for (const key of `CODE-${n}`) readKey(key, (at += 5))
    return readKey('Enter', at + 5).code
  })
  expect(codes).toEqual(['CODE-11', 'CODE-22'])
})
