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

test('a URL with an unknown column or option opens the list without it, and names it', () => {
  const address = '?sort=-colour&status=paid,parked&q=tea'
  expect(readState(address, resource)).toMatchObject({ sort: '-placed_at', q: 'tea', filters: { status: 'paid' } })
  expect(leftOut(address, resource)).toEqual(['colour', 'Status “parked”'])
})

test('a filter without valid options is dropped, and one with an unknown field is reported', () => {
  const address = '?status=parked&size=3&price__gte=5'
  expect(readState(address, resource).filters).toEqual({ price__gte: '5' })
  expect(leftOut(address, resource)).toEqual(['Status “parked”', 'size'])
})

test('an existing column that is not sortable is no sort order', () => {
  expect(readState('?sort=note', resource).sort).toBe('-placed_at')
  expect(leftOut('?sort=note', resource)).toEqual(['note'])
})

test('a valid URL is left unchanged: default order, columns and options', () => {
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
