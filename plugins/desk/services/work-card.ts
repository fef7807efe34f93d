import { translate } from './card-sql.ts'
import type { Card } from './cards.ts'
import { MOST_COUNTED, readQueues } from './queues.ts'

/** Everything that waits for the reader: the lists whose menu entry has a queue, with the number of its rows. */
export const workCard: Card = {
  title: 'desk:card.work',
  size: 'small',
  empty: 'desk:card.no_work',
  read: async (ctx) => {
    const queues = await readQueues(ctx)
    return {
      rows: queues
        .filter(({ count }) => count > 0)
        .map(({ resource, filter, count }) => ({
          title: translate(ctx, `${resource.plugin}:${resource.name}._plural`),
          link: `${resource.path}?${new URLSearchParams(filter).toString()}`,
          ...(count < MOST_COUNTED
            ? { value: String(count), type: 'count' as const }
            : { value: `${MOST_COUNTED - 1}+`, type: 'text' as const }),
        })),
    }
  },
}
