import { expect, test } from 'vitest'
import type { Element } from './elements.ts'
import { placeBeside, getPlace, ROOT_ZONE } from './move.ts'

const createText = (id: string): Element => ({ type: 'text', props: { id } })
const columns: Element = {
  type: 'columns',
  props: { id: 'c', count: '2', column_0: [createText('a')], column_1: [], column_2: [createText('unseen')] },
}
const page = [createText('first'), columns, createText('last')]

test('an element goes down through every column that shows and out again, and up the same way back', () => {
  expect(getPlace('a', page)).toEqual({ zone: 'c:column_0', index: 0 })
  expect(placeBeside('first', page, 1)).toEqual({ zone: 'c:column_0', index: 0 })
  expect(placeBeside('a', page, 1)).toEqual({ zone: 'c:column_1', index: 0 })
  const second: Element = { ...columns, props: { ...columns.props, column_0: [], column_1: [createText('a')] } }
  expect(placeBeside('a', [createText('first'), second, createText('last')], 1)).toEqual({ zone: ROOT_ZONE, index: 2 })
  expect(placeBeside('a', [createText('first'), second, createText('last')], -1)).toEqual({ zone: 'c:column_0', index: 0 })
  expect(placeBeside('a', page, -1)).toEqual({ zone: ROOT_ZONE, index: 1 })
  expect(placeBeside('last', page, -1)).toEqual({ zone: 'c:column_1', index: 0 })
})

test('at the ends of the page there is no further step, and neighbours change places', () => {
  expect(placeBeside('first', page, -1)).toBeUndefined()
  expect(placeBeside('last', page, 1)).toBeUndefined()
  expect(placeBeside('nobody', page, 1)).toBeUndefined()
  expect(placeBeside('c', page, 1)).toEqual({ zone: ROOT_ZONE, index: 2 })
  expect(placeBeside('c', page, -1)).toEqual({ zone: ROOT_ZONE, index: 0 })
})
