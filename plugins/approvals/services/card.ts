import type { Card } from 'stoa/plugins/desk'
import { readInbox } from './inbox.ts'

/** Requests on the card; the inbox shows all. */
const MOST = 5

/** Dashboard card: requests that the reader has to decide, oldest first. */
export const approvalsCard: Card = {
  title: 'approvals:card.mine',
  needs: 'get approval',
  size: 'small',
  link: 'approvals',
  empty: 'approvals:card.none',
  read: async (ctx) => {
    const { data } = await readInbox(ctx, 'mine', 1)
    return {
      rows: data.slice(0, MOST).map(({ title, kind_title, asker, amount, link }) => ({
        title,
        link,
        text: [kind_title, asker].filter(Boolean).join(' · '),
        ...(amount === null ? {} : { value: amount, type: 'money' as const }),
      })),
    }
  },
}
