import { afterAll, beforeAll } from 'vitest'
import { type Client, type TestApp, testApp, type TestAppOptions } from './app.ts'

/** The product for the tests of a file. */
export interface Suite {
  readonly it: TestApp
  /** Staff with all permissions. */
  readonly owner: Client
  /** A visitor without a session. */
  readonly guest: Client
}

/** Starts the product before the tests of a file, and stops it after them. */
export function suite(names?: readonly string[], options?: TestAppOptions): Suite {
  let running: { it: TestApp; owner: Client } | undefined
  const found = () => {
    if (!running) throw new Error('The product of a suite is there within its tests alone')
    return running
  }
  beforeAll(async () => {
    const it = await testApp(names, options)
    running = { it, owner: await it.staff('owner') }
  })
  afterAll(() => running?.it.close())
  return {
    get it() {
      return found().it
    },
    get owner() {
      return found().owner
    },
    get guest() {
      return found().it.guest
    },
  }
}

/** The body that a page sends for a form with files. */
export function toFormData(values: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  return form
}
