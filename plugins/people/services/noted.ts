import { allows } from '#core'
import { verbPermission } from '#core/engine'
import { NOTES, NOTE_TABLES } from '../../notes/index.ts'
import type { Keeper } from './keepers.ts'

/** What staff noted on rows of somebody. Notes know nothing of persons, so it is said for them. */
export const notedOf: Keeper = {
  tables: NOTE_TABLES,
  async tell({ kernel, actor }, { rows }, asking) {
    const notes = kernel.find(NOTES)
    if (!notes || asking === 'themselves') return {}
    const seen = Object.entries(rows).filter(([subject]) => allows(actor, verbPermission('get', subject)))
    const all = await Promise.all(seen.map(([subject, ids]) => notes.about(kernel.db, subject, ids)))
    return { notes: all.flat() }
  },
  async erase(tx, { kernel }, { rows }) {
    for (const [subject, ids] of Object.entries(rows)) await kernel.find(NOTES)?.forget(tx, subject, ids)
  },
}
