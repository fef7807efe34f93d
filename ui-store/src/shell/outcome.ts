import type { HeadInfo, StoreScreen } from '../kit/types.ts'

/** Result of loading a path. */
export type Outcome =
  // `slots`: ids of the slot components loaded for it.
  | { kind: 'screen'; id: string; screen: StoreScreen; data: unknown; head: HeadInfo; slots: string[] }
  | { kind: 'missing'; head: HeadInfo }
  // `status`: of the API's error response; 503 when there was none.
  | { kind: 'failed'; status: number; texts: string[]; head: HeadInfo }

/** The part of an outcome that is sent from server to browser. */
export type Seed =
  | { kind: 'screen'; id: string; data: unknown; slots: string[] }
  | { kind: 'missing' }
  | { kind: 'failed'; status: number; texts: string[] }

/** Thrown by a screen's `load` to redirect the visitor. */
export class GoTo extends Error {
  readonly to: string
  /** 301 is permanent. */
  readonly status: 301 | 302

  constructor(to: string, status: 301 | 302 = 302) {
    super(`Go to ${to}`)
    this.to = to
    this.status = status
  }
}

/** Thrown by a screen's `load` for content that does not exist (404). */
export class NotThere extends Error {}
