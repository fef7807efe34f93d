import { expect, test } from 'vitest'
import { parsePath, setAtPath } from '../../core/http/parse-body.ts'
import { FormList } from '../../core/http/form-list.ts'

test('a form list keeps its values in index order, without gaps, and appends after the last', () => {
  const list = new FormList()
  list.set(900, 'c')
  list.set(3, 'a')
  list.set(20, 'b')
  expect(list.length).toBe(901)
  list.set(list.length, 'd')
  list.set(3, 'A')
  expect(list.values()).toEqual(['A', 'b', 'c', 'd'])
})

test('names with thousands of high indexes create no large list', () => {
  const body: Record<string, unknown> = {}
  for (let i = 0; i < 499; i++) setAtPath(body, parsePath(`a[${i}][999][999][999][999]`), '1', () => new FormList())
  const { a } = body as { a: FormList }
  expect([a.length, a.values().length]).toEqual([499, 499])
  expect((a.at(7) as FormList).values()).toHaveLength(1)
})
