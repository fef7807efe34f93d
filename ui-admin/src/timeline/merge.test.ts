import { expect, test } from 'vitest'
import { merge, type TimelineSource } from './merge.ts'

const source = (name: string, minutes: number[], older?: () => void): TimelineSource => ({
  name,
  entries: minutes.map((m) => ({ key: String(m), at: new Date(m * 60_000).toISOString(), kind: 'note', head: String(m) })),
  older,
})
const listHeads = (sources: TimelineSource[]) => merge(sources).entries.map(({ head }) => head)

test('complete sources are merged in one order, newest first', () => {
  expect(listHeads([source('a', [9, 5, 1]), source('b', [7, 3])])).toEqual(['9', '7', '5', '3', '1'])
  expect(merge([source('a', [9])]).older).toBeUndefined()
})

test('nothing is shown below the oldest loaded entry of an incomplete source', () => {
  expect(listHeads([source('a', [9, 5], () => {}), source('b', [7, 3, 1])])).toEqual(['9', '7', '5'])
  expect(listHeads([source('a', [9, 5], () => {}), source('b', [8, 7], () => {})])).toEqual(['9', '8', '7'])
})

test('older entries are loaded from the source that limits the others', () => {
  const requested: string[] = []
  const createLoader = (name: string) => () => void requested.push(name)
  merge([source('a', [9, 5], createLoader('a')), source('b', [8, 7], createLoader('b')), source('c', [6])]).older?.()
  expect(requested).toEqual(['b'])
})
