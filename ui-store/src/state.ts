import type { Locale } from 'stoa/api-types'
import type { Bootstrap, ShellData } from './kit/types.ts'
import type { Seed } from './shell/outcome.ts'

/** What the served page tells its own script. It must be safe to cache: nothing of one person. */
export interface PageState {
  language: Locale
  prefix: string
  currency: string
  bootstrap: Bootstrap
  /** The frame's data; left out when the server could not get it in time. */
  shell?: ShellData
  /** The page's data; left out likewise. */
  seed?: Seed
  /** True when the markup was drawn by the server. */
  drawn: boolean
}
