import type { Locale } from 'stoa/api-types'
import type { Bootstrap, ShellData } from './kit/types.ts'
import type { Seed } from './shell/outcome.ts'

/** Data sent with a page. Pages are cached, so it must not contain personal data. */
export interface PageState {
  language: Locale
  prefix: string
  currency: string
  bootstrap: Bootstrap
  /** Data of the frame; absent when the server timed out. */
  shell?: ShellData
  /** Data of the page; absent when the server timed out. */
  seed?: Seed
  /** True when the server rendered the markup. */
  drawn: boolean
}
