import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { entriesOf, lockOfInstalled } from '../../cli/build/shop.mjs'
import { findShop } from '../../core/shop.mjs'

/** A folder in which the product is installed as a package. */
const shop = realpathSync(mkdtempSync(join(tmpdir(), 'stoa-shop-')))
const product = join(shop, 'node_modules/stoa')
const write = (file: string, value: object) => {
  mkdirSync(dirname(join(shop, file)), { recursive: true })
  writeFileSync(join(shop, file), JSON.stringify(value))
}
write('package.json', { dependencies: { stoa: 'file:stoa-0.1.0.tgz' } })
write('node_modules/.package-lock.json', {})
write('node_modules/stoa/package.json', { name: 'stoa', stoa: { plugins: ['runs', 'sheets'] } })
write('orders/package.json', { name: 'orders' })
afterAll(() => rmSync(shop, { recursive: true }))

test('a folder that depends on the product is a shop, and so is every folder below it', () => {
  expect(findShop(product, shop, '')).toBe(shop)
  expect(findShop(product, join(shop, 'orders'), '')).toBe(shop)
  expect(findShop(product, tmpdir(), shop)).toBe(shop)
  expect(() => findShop(product, shop, 'orders')).toThrow('neither lists stoa.plugins nor depends on stoa')
})

test('a shop that lists no plugins uses those of the product', () => {
  expect(entriesOf(product, shop)).toEqual(['runs', 'sheets'])
  write('package.json', { dependencies: { stoa: '1' }, stoa: { plugins: ['stoa', './plugins/gift'] } })
  expect(entriesOf(product, shop)).toEqual(['runs', 'sheets', './plugins/gift'])
})

test('the lock file of the installed packages is found inside the product or around it', () => {
  expect(lockOfInstalled(product)).toBe(join(shop, 'node_modules/.package-lock.json'))
  write('node_modules/stoa/node_modules/.package-lock.json', {})
  expect(lockOfInstalled(product)).toBe(join(product, 'node_modules/.package-lock.json'))
})
