import { expect, test } from 'vitest'
import type { ActionInfo } from 'stoa/api-types'
import { makesSense } from './amount-due.ts'

const offered = (going_back: boolean, units_shipped: number, names: string[]) =>
  names.filter((name) =>
    makesSense({ status: 'paid', paid: '10.00', refunded: '0.00', going_back, units_shipped, units_total: 2 }, { name } as ActionInfo),
  )

test('a fully refunded order offers no action that ships or completes the rest', () => {
  const moves = ['process', 'ship', 'complete', 'flag', 'call_off']
  expect(offered(false, 0, moves)).toEqual(moves)
  expect(offered(true, 0, moves)).toEqual(['flag', 'call_off'])
  expect(offered(true, 1, moves)).toEqual(['flag'])
})

test('an order shipped before its refund can still be completed', () => {
  expect(offered(true, 2, ['complete', 'call_off'])).toEqual(['complete'])
})

test('a pending order can be canceled, or called off with a refund of partial payments, and accepts payments', () => {
  const names = ['pay', 'receive', 'cancel', 'call_off']
  const listActions = (status: string, paid: string, refunded: string) =>
    names.filter((name) => makesSense({ status, paid, refunded, units_shipped: 0 }, { name } as ActionInfo))
  expect(listActions('pending', '0.00', '0.00')).toEqual(['pay', 'receive', 'cancel'])
  expect(listActions('payment_review', '3.00', '0.00')).toEqual(['pay', 'receive', 'call_off'])
  expect(listActions('pending', '3.00', '3.00')).toEqual(['pay', 'receive', 'cancel'])
  expect(listActions('paid', '10.00', '0.00')).not.toContain('receive')
})
