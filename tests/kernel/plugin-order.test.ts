import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { definePlugin, type Plugin } from 'stoa'
import { sortByDependencies, PluginError } from '../../core/plugin/sort-by-dependencies.ts'
import { tries } from '../support/property.ts'

const plugin = (id: string, requires: string[] = [], after: string[] = []) => definePlugin({ id, requires, after })
const order = (...plugins: Plugin[]) => sortByDependencies(plugins).map((p) => p.id)

describe('plugins start', () => {
  test('after those they require and list under "after", and otherwise by their ids', () => {
    expect(order(plugin('c'), plugin('b'), plugin('a'))).toEqual(['a', 'b', 'c'])
    expect(order(plugin('a', ['c']), plugin('b'), plugin('c', ['d']), plugin('d'))).toEqual(['d', 'c', 'a', 'b'])
    expect(order(plugin('a', [], ['b']), plugin('b'))).toEqual(['b', 'a'])
  })

  test('without an absent plugin they only list under "after"', () => {
    expect(order(plugin('a', [], ['gone']), plugin('b'))).toEqual(['a', 'b'])
  })

  test('in the order of requirements where "after" would create a cycle', () => {
    expect(order(plugin('a', [], ['b']), plugin('b', ['a']))).toEqual(['a', 'b'])
    expect(order(plugin('a', [], ['b']), plugin('b', ['c']), plugin('c', ['a']))).toEqual(['a', 'c', 'b'])
    expect(order(plugin('a', [], ['b']), plugin('b', [], ['a']))).toHaveLength(2)
  })
})

describe('the start is refused', () => {
  const refusal = (...plugins: Plugin[]) => {
    try {
      sortByDependencies(plugins)
    } catch (error) {
      if (error instanceof PluginError) return error.message
      throw error
    }
    return undefined
  }

  test('when a required plugin is not enabled, with a fix', () => {
    expect(refusal(plugin('sales', ['catalogue']))).toBe(
      'Plugin "sales": needs "catalogue", which is not enabled\n  Add "catalogue" to stoa.plugins in package.json, or switch "sales" off too.',
    )
  })

  test('when plugins require each other, with the whole cycle', () => {
    expect(refusal(plugin('a', ['b']), plugin('b', ['c']), plugin('c', ['a']))).toContain('a → b → c → a')
    expect(refusal(plugin('a', ['a']))).toContain('a → a')
  })
})

test('the start order does not depend on the listed order, with each plugin once and requirements first', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  // Each plugin requires only earlier letters, so there is no cycle; `after` is arbitrary.
  const drawn = fc.tuple(
    ...ids.map((id, i) =>
      fc.record({ requires: fc.subarray(ids.slice(0, i)), after: fc.subarray(ids) }).map((links) => ({ id, ...links })),
    ),
  )
  fc.assert(
    fc.property(drawn, fc.shuffledSubarray(ids, { minLength: ids.length }), (list, shuffled) => {
      const plugins = list.map((definition) => definePlugin(definition))
      const started = order(...plugins)
      expect([...started].sort()).toEqual(ids)
      for (const { id, requires } of list) for (const needed of requires) expect(started.indexOf(needed)).toBeLessThan(started.indexOf(id))
      const listed = shuffled.flatMap((id) => plugins.filter((p) => p.id === id))
      expect(order(...listed)).toEqual(started)
    }),
    tries(150),
  )
})
