import { expect, test } from 'vitest'
import { listCombinations, matchVariants, keepExistingOptions } from '../domain/identity.ts'
import { toUrlHandle, fillCodes } from '../domain/fill.ts'

const createVariant = (values: Record<string, string>, visibled = true) => ({ values, visibled })

test('a combination matches in any order of its options', () => {
  expect(matchVariants([{ size: 'm', colour: 'red' }], [createVariant({ colour: 'red', size: 'm' })])).toEqual([0])
})

test('when an option is added, each stock becomes the first combination that contains its values', () => {
  const combinations = listCombinations([
    { key: 'colour', values: [{ code: 'red' }, { code: 'blue' }] },
    { key: 'size', values: [{ code: 's' }, { code: 'm' }] },
  ])
  expect(matchVariants(combinations, [createVariant({ colour: 'red' }), createVariant({ colour: 'blue' })])).toEqual([0, -1, 1, -1])
})

test('the only stock of a product without options becomes the first of two combinations', () => {
  const combinations = ['s', 'm'].map((size) => ({ colour: 'red', size }))
  expect(matchVariants(combinations, [createVariant({})])).toEqual([0, -1])
})

test('when an option is removed, the first stock of each value is kept', () => {
  const before = ['s', 'm'].flatMap((size) => [createVariant({ colour: 'red', size }), createVariant({ colour: 'blue', size })])
  expect(matchVariants([{ colour: 'red' }, { colour: 'blue' }], before)).toEqual([0, 1])
})

test('a visible stock matches before a hidden one with the same values, and a hidden one before a new one is created', () => {
  expect(
    matchVariants([{ colour: 'red' }], [createVariant({ colour: 'red' }, false), createVariant({ colour: 'red', size: 's' })]),
  ).toEqual([1])
  expect(matchVariants([{ colour: 'red' }], [createVariant({ colour: 'red' }, false)])).toEqual([0])
})

test('a combination keeps only values of existing options', () => {
  const options = [{ key: 'colour', values: [{ code: 'red' }] }]
  expect(keepExistingOptions({ colour: 'red', size: 'm' }, options)).toEqual({ colour: 'red' })
  expect(keepExistingOptions({ colour: 'blue', size: 'm' }, options)).toBeUndefined()
})

test('missing codes are generated in order and skip those in use', () => {
  expect(fillCodes('TEA', [[''], ['TEA-stock2'], [null], [undefined]], ['TEA-stock1', 'TEA-stock4'])).toEqual([
    ['TEA-stock3'],
    ['TEA-stock2'],
    ['TEA-stock5'],
    ['TEA-stock6'],
  ])
})

test('a generated code is the same in all columns of a variant, and appears in no column of another', () => {
  const made = fillCodes('TEA', [
    ['', ''],
    ['TEA-stock1', ''],
    ['', 'TEA-stock3'],
  ])
  expect(made).toEqual([
    ['TEA-stock2', 'TEA-stock2'],
    ['TEA-stock1', 'TEA-stock4'],
    ['TEA-stock5', 'TEA-stock3'],
  ])
})

test('a SKU becomes the URL unchanged if it is valid in a URL', () => {
  expect(toUrlHandle('Tea.9_A-1')).toBe('Tea.9_A-1')
  expect(toUrlHandle('TEA 9/綠')).toBe('tea-9-綠')
})
