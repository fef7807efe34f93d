import { expect, test } from 'vitest'
import type { Column, Filter, ResourceInfo } from 'stoa/api-types'
import { leftOut, readState, writeState } from './list-address.ts'

const column = (name: string, sort: boolean) => ({ name, sort, widget: 'text' }) as Column
const options = ['new', 'paid'].map((value) => ({ value, label: value }))
const resource = {
  columns: [column('id', true), column('title', true), column('note', false)],
  filters: [
    { name: 'status', label: 'Status', widget: 'status', options },
    { name: 'price', label: 'Price', widget: 'money' },
  ] as Filter[],
  defaultSort: '-placed_at',
} as ResourceInfo

test('an address that holds a column or a word that is gone still opens the list, without that part, and says which', () => {
  const address = '?sort=-colour&status=paid,parked&q=tea'
  expect(readState(address, resource)).toMatchObject({ sort: '-placed_at', q: 'tea', filters: { status: 'paid' } })
  expect(leftOut(address, resource)).toEqual(['colour', 'Status “parked”'])
})

test('a filter of which no word is left is none, and one whose field is gone is told', () => {
  const address = '?status=parked&size=3&price__gte=5'
  expect(readState(address, resource).filters).toEqual({ price__gte: '5' })
  expect(leftOut(address, resource)).toEqual(['Status “parked”', 'size'])
})

test('a column that is there but cannot be sorted by is no order', () => {
  expect(readState('?sort=note', resource).sort).toBe('-placed_at')
  expect(leftOut('?sort=note', resource)).toEqual(['note'])
})

test('what the list has is left as it is: the order it stands in by itself, its columns, its words', () => {
  for (const address of [
    '',
    '?sort=placed_at',
    '?sort=-title',
    '?status=new%2Cpaid&sort=id',
    '?status__empty=1',
    '?q=x&page=2&view=3&as=board',
  ]) {
    expect(leftOut(address, resource)).toEqual([])
    const state = readState(address, resource)
    expect(readState(writeState(state, resource), resource)).toEqual(state)
  }
})
