import { expect, test } from 'vitest'
import type { ActionInfo } from '#core/wire'
import { makesSense } from './steps.tsx'

const offered = (going_back: boolean, units_shipped: number, names: string[]) =>
  names.filter((name) => makesSense({ going_back, units_shipped, units_total: 2 }, { name } as ActionInfo))

test('an order whose money all goes back offers nothing that sends the rest or counts it as received', () => {
  const moves = ['process', 'ship', 'complete', 'flag', 'call_off']
  expect(offered(false, 0, moves)).toEqual(moves)
  expect(offered(true, 0, moves)).toEqual(['flag', 'call_off'])
  expect(offered(true, 1, moves)).toEqual(['flag'])
})

test('what was sent before its money went back may still be counted as received', () => {
  expect(offered(true, 2, ['complete', 'call_off'])).toEqual(['complete'])
})
