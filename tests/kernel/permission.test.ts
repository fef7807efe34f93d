import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasPermission, type Actor } from 'stoa'
import { formatPermission, listPermissions, parsePermission, permissionWord, satisfies } from '../../core/access/permission.ts'
import { verbPermission } from '../../core/plugin/registry.ts'
import { tries } from '../support/property.ts'

const stored = (typed: string) => formatPermission(parsePermission(typed))

describe('a typed permission', () => {
  test.each([
    ['get account', 'get account'],
    ['  Get   Accounts ', 'get account'],
    ['account:get', 'get account'],
    ['event_categories:update', 'update event category'],
    ['event categories:batch destroy', 'batch destroy event category'],
    ['batch-update-stock-levels', 'batch update stock level'],
    ['print boxes', 'print box'],
    ['get addresses', 'get address'],
    ['get status', 'get status'],
    ['get basis', 'get basis'],
    ['get boxers', 'get boxer'],
    ['get matches', 'get match'],
    ['update qr2 codes', 'update qr2 code'],
  ])('%j is stored as %j', (typed, expected) => expect(stored(typed)).toBe(expected))

  test.each(['', 'everything', 'batch', 'batch update', 'batch-destroy', 'get order; drop', 'get *', ':get', 'account:', 'get größe'])(
    '%j is invalid, and the error shows the format',
    (typed) => expect(() => parsePermission(typed)).toThrow(/is no permission: write it as "update account"/),
  )

  test('matches a known permission when its plural is ambiguous: as written, by the rule, or without its s', () => {
    const knownPermissions = new Set(['get warehouse', 'get series', 'batch update purchase order case', 'get box', 'get news'])
    const normalize = (typed: string) => formatPermission(parsePermission(typed, knownPermissions))
    expect(['get warehouses', 'get series', 'get boxes', 'get news'].map(normalize)).toEqual([
      'get warehouse',
      'get series',
      'get box',
      'get news',
    ])
    expect(normalize('purchase_order_cases:batch update')).toBe('batch update purchase order case')
    expect(normalize('update purchase order cases')).toBe('update purchase order cas')
    expect(normalize('get kettles')).toBe('get kettle')
  })

  test('is unchanged once it is stored, whatever form it was typed in', () => {
    const word = fc.stringMatching(/^[a-z]{2,9}[a-rt-z]$/).filter((w) => w !== 'batch')
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1, maxLength: 3 }), fc.boolean(), (action, words, batch) => {
        const formatted = formatPermission({ action, batch, resource: words.join(' ') })
        expect(stored(formatted)).toBe(formatted)
        expect(stored(formatted.replaceAll(' ', '_').toUpperCase())).toBe(formatted)
        expect(stored(`${words.join('_')}:${batch ? 'batch ' : ''}${action}`)).toBe(formatted)
      }),
      tries(200),
    )
  })
})

test('each verb of a resource has its own permission, except clone, which needs create', () => {
  expect(permissionWord('event_category')).toBe('event category')
  expect(verbPermission('get', 'event_category')).toBe('get event category')
  expect(verbPermission('batch update', 'event_category')).toBe('batch update event category')
  expect(verbPermission('batch destroy', 'role')).toBe('batch destroy role')
  expect(verbPermission('clone', 'role')).toBe('create role')
})

describe('a permission expression', () => {
  test('requires both sides of &, either side of |, and & binds first', () => {
    const granted = new Set(['get a', 'get b'])
    expect(satisfies(granted, 'get a')).toBe(true)
    expect(satisfies(granted, 'get c')).toBe(false)
    expect(satisfies(granted, 'get a & get b')).toBe(true)
    expect(satisfies(granted, 'get a & get c')).toBe(false)
    expect(satisfies(granted, 'get c | get b')).toBe(true)
    expect(satisfies(granted, 'get a & get c | get b')).toBe(true)
    expect(satisfies(granted, 'get c | get b & get c')).toBe(false)
    expect(listPermissions('get a & get c|get b')).toEqual(['get a', 'get c', 'get b'])
    expect(listPermissions(' | ')).toEqual([])
  })

  test('with an empty part is met by nobody', () => {
    for (const needs of ['', ' ', '|', 'get a |', '& get a']) expect(satisfies(new Set(['get b', 'get']), needs), needs).toBe(false)
  })

  test('never becomes false with more permissions', () => {
    const names = ['get a', 'get b', 'get c', 'get d']
    const need = fc
      .array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((any) => any.map((all) => all.join(' & ')).join(' | '))
    fc.assert(
      fc.property(need, fc.subarray(names), fc.constantFrom(...names), (needs, granted, more) => {
        const before = satisfies(new Set(granted), needs)
        expect(before && !satisfies(new Set([...granted, more]), needs)).toBe(false)
        expect(satisfies(new Set(listPermissions(needs)), needs)).toBe(true)
        expect(satisfies(new Set(), needs)).toBe(false)
      }),
      tries(200),
    )
  })
})

test('the system has every permission, staff those granted, customers and guests none', () => {
  const clerk: Actor = { kind: 'admin', id: 1, name: 'May', allows: (needs) => satisfies(new Set(['get role']), needs) }
  expect(hasPermission({ kind: 'system', name: 'job' }, 'destroy role')).toBe(true)
  expect(hasPermission(clerk, 'get role')).toBe(true)
  expect(hasPermission(clerk, 'destroy role')).toBe(false)
  expect(hasPermission({ kind: 'customer', id: 1 }, 'get role')).toBe(false)
  expect(hasPermission({ kind: 'guest' }, 'get role')).toBe(false)
})
