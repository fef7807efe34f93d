import { test as plain } from '@playwright/test'
import { type Product, startProduct } from './product.ts'
import { template } from './template.ts'

export { expect } from '@playwright/test'
export type { APIRequestContext, FrameLocator, Locator, Page } from '@playwright/test'

interface Shops {
  /** The shop of a spec file. It replaces the shop of the previous file. */
  forFile(file: string): Promise<Product>
}

/** Playwright's `test`, with a separate shop for every spec file, so that files do not share data. */
export const test = plain.extend<object, { shops: Shops }>({
  shops: [
    // Playwright reads from the first argument what a fixture needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      let current: { file: string; product: Product } | undefined
      await use({
        async forFile(file) {
          if (current?.file === file) return current.product
          await current?.product.stop()
          current = undefined
          const product = await startProduct(template())
          current = { file, product }
          return product
        },
      })
      await current?.product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: [
    async ({ shops }, use, { file }) => {
      await use((await shops.forFile(file)).url)
    },
    // The first test of a file also starts the shop, so the timeout covers both.
    { scope: 'test', timeout: 120_000 },
  ],
})
