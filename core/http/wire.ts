import type { Row } from '../resource/wire.ts'

/** Every failure, whatever its status. `messages` is a map of field to texts, or a plain list of texts. */
export interface Failure {
  code: string
  messages: Record<string, string[]> | string[]
  /** Only with 401: the UI drops its session when it sees it. */
  error?: string
  /** Only with code STALE: the row as it stands now. */
  current?: Row
}
