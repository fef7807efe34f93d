import type { HeadInfo, StoreScreen } from '../kit/types.ts'

/** What a path turned out to show. */
export type Outcome =
  // `slots`: ids of the pieces that were loaded for it.
  | { kind: 'screen'; id: string; screen: StoreScreen; data: unknown; head: HeadInfo; slots: string[] }
  | { kind: 'missing'; head: HeadInfo }
  // `status`: with what the data was refused; 503 when it could not be had.
  | { kind: 'failed'; status: number; texts: string[]; head: HeadInfo }

/** The part of an outcome that travels from server to browser. */
export type Seed =
  | { kind: 'screen'; id: string; data: unknown; slots: string[] }
  | { kind: 'missing' }
  | { kind: 'failed'; status: number; texts: string[] }

/** Thrown by a screen's `load` to send the visitor elsewhere. */
export class GoTo extends Error {
  readonly to: string
  /** 301 says that it is so for good. */
  readonly status: 301 | 302

  constructor(to: string, status: 301 | 302 = 302) {
    super(`Go to ${to}`)
    this.to = to
    this.status = status
  }
}

/** Thrown by a screen's `load` when what the address names does not exist. */
export class NotThere extends Error {}
