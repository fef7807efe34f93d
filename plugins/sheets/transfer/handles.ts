import { defineJob, t } from '#core'

const step = <N extends string>(name: `sheets/${N}`) => defineJob({ name, payload: { id: t.id() } })

/** What is done with a transfer, named by what queues it. */
export const REHEARSE = step('sheets/rehearse')
export const APPLY = step('sheets/apply')
export const UNDO = step('sheets/undo')
export const WRITE = step('sheets/write')
export type TransferJob = typeof REHEARSE
