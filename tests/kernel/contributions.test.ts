import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { Type } from '@sinclair/typebox'
import { definePlugin, contribute, extensionPoint, type Plugin } from 'stoa'
import { Registry } from '../../core/plugin/registry.ts'
import { PluginError } from '../../core/plugin/sort-by-dependencies.ts'
import { type TestApp, testApp } from '../support/app.ts'

interface Drink {
  warm: boolean
  pour(): string
}
const DRINKS = extensionPoint<Drink>('bar/drinks', { description: 'drinks, by name' })
const TOASTS = extensionPoint<(to: string) => string>('bar/toasts', { description: 'what is said' })
const PRICES = extensionPoint<{ cents: number }>('bar/prices', {
  description: 'prices',
  schema: Type.Object({ cents: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
  check: ({ cents }) => (cents % 10 === 0 ? undefined : 'cents do not end in 0'),
})

const tea: Drink = { warm: true, pour: () => 'tea' }
const bar = definePlugin({ id: 'bar', extensionPoints: [DRINKS, TOASTS, PRICES] })
const guest = (id: string, more: Partial<Plugin>): Plugin => definePlugin({ id, after: ['bar'], ...more })
const refusal = (...plugins: Plugin[]) => {
  try {
    void new Registry(plugins)
  } catch (error) {
    expect(error).toBeInstanceOf(PluginError)
    return (error as Error).message
  }
  return undefined
}

describe('compile errors', () => {
  test('a contribution of another type, as a value or from a factory', () => {
    expectTypeOf(contribute<Drink>)
      .parameter(0)
      .toEqualTypeOf<typeof DRINKS>()
    // @ts-expect-error a drink can be poured
    contribute(DRINKS, 'tea', { warm: true })
    // @ts-expect-error what is made must be a drink too
    contribute(DRINKS, 'tea', () => ({ warm: 'yes', pour: () => 'tea' }))
    // @ts-expect-error a function is always made: a toast is given as one that answers it
    contribute(TOASTS, 'cheers', (to: string) => `cheers ${to}`)
    expect(contribute(TOASTS, 'cheers', () => (to) => `cheers ${to}`)).toMatchObject({ point: 'bar/toasts', name: 'cheers', order: 100 })
  })

  test('an extension point assigned to one of another type', () => {
    // @ts-expect-error points of different types differ
    const wrong: typeof DRINKS = PRICES
    expect(wrong).toBe(PRICES)
  })
})

describe('start errors', () => {
  test('a name contributed twice, naming both plugins', () => {
    const one = guest('one', { contributions: [contribute(DRINKS, 'tea', tea)] })
    const two = guest('two', { contributions: [contribute(DRINKS, 'tea', () => tea)] })
    expect(refusal(bar, one, two)).toMatch(/"two".*"tea" to "bar\/drinks".*"one"/)
    expect(refusal(bar, one, guest('two', { contributions: [contribute(DRINKS, 'coffee', tea)] }))).toBeUndefined()
  })

  test('a contribution to an unknown extension point, unless its plugin is named and absent', () => {
    const other = extensionPoint<Drink>('bar/others', { description: 'not opened' })
    const offers = [contribute(DRINKS, 'tea', tea)]
    expect(refusal(guest('one', { contributions: offers }))).toBeUndefined()
    expect(refusal(definePlugin({ id: 'one', contributions: offers }))).toMatch(/"one".*no plugin declares/)
    expect(refusal(bar, guest('one', { contributions: [contribute(other, 'tea', tea)] }))).toMatch(/"bar\/others".*no plugin declares/)
  })

  test('a contribution to a plugin that is neither required nor listed in after', () => {
    expect(refusal(bar, definePlugin({ id: 'one', contributions: [contribute(DRINKS, 'tea', tea)] }))).toMatch(/without saying so/)
    expect(refusal(bar, definePlugin({ id: 'one', requires: ['bar'], contributions: [contribute(DRINKS, 'tea', tea)] }))).toBeUndefined()
  })

  test('a value that does not match the schema of the extension point', () => {
    expect(refusal(bar, guest('one', { contributions: [contribute(PRICES, 'tea', { cents: 0 })] }))).toMatch(
      /"one".*"tea".*cents must be >= 1/,
    )
    expect(refusal(bar, guest('one', { contributions: [contribute(PRICES, 'tea', { cents: 15 })] }))).toMatch(/cents do not end in 0/)
    expect(refusal(bar, guest('one', { contributions: [contribute(PRICES, 'tea', { cents: 20 })] }))).toBeUndefined()
  })

  test('an extension point with a foreign name, or declared twice', () => {
    expect(refusal(bar, definePlugin({ id: 'inn', extensionPoints: [DRINKS] }))).toMatch(/"inn".*"bar\/drinks"/)
    expect(refusal(definePlugin({ id: 'bar', extensionPoints: [DRINKS, DRINKS] }))).toMatch(/twice/)
  })
})

describe('at runtime', () => {
  let it: TestApp | undefined
  afterEach(async () => {
    await it?.close()
    it = undefined
  })

  test('contributions are created once, on first use, and read in order', async () => {
    let made = 0
    const water = contribute(DRINKS, 'water', tea, { order: 10 })
    const coffee = contribute(DRINKS, 'coffee', ({ kernel }) => {
      made++
      return { warm: kernel.registry.has('bar'), pour: () => 'coffee' }
    })
    it = await testApp(['sheets'], {
      extra: [bar, guest('late', { contributions: [contribute(DRINKS, 'tea', tea), water] }), guest('one', { contributions: [coffee] })],
    })
    expect(made).toBe(0)
    expect([...it.kernel.contributions(DRINKS).keys()]).toEqual(['water', 'tea', 'coffee'])
    expect(it.kernel.contributions(DRINKS).get('coffee')).toMatchObject({ warm: true })
    expect(made).toBe(1)
    expect(it.kernel.contributions(TOASTS).size).toBe(0)
    expect(it.kernel.contributions(extensionPoint<Drink>('absent/point', { description: 'of a plugin that is off' })).size).toBe(0)
    expectTypeOf(it.kernel.contributions(DRINKS)).toEqualTypeOf<ReadonlyMap<string, Drink>>()
  })

  test('contributions cannot be added or removed later', async () => {
    it = await testApp(['sheets'], { extra: [bar, guest('one', { contributions: [contribute(DRINKS, 'tea', tea)] })] })
    const drinks = it.kernel.contributions(DRINKS) as Map<string, Drink>
    expect(() => drinks.set('gin', tea)).toThrow(/fixed once the product has started/)
    expect(() => drinks.delete('tea')).toThrow(/fixed/)
    expect(() => drinks.clear()).toThrow(/fixed/)
    expect([...it.kernel.contributions(DRINKS).keys()]).toEqual(['tea'])
  })

  test('an invalid value from a factory stops the start, not the first reader', async () => {
    const wrong = guest('one', { contributions: [contribute(PRICES, 'tea', () => ({ cents: -5 }))] })
    await expect(testApp(['sheets'], { extra: [bar, wrong] })).rejects.toThrow(/"one".*"tea".*does not fit/)
  })
})
