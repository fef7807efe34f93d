import { Button } from '@blueprintjs/core'
import { Lock } from '@blueprintjs/icons'
import { useDroppable } from '@dnd-kit/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, type ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { failureLines } from '../api/failure.ts'
import { useT } from '../i18n/index.ts'
import { getCards, type Loaded } from './pages.ts'
import { useMessages } from './messages.ts'
import type { BoardCard, BoardColumn, BoardPage, BoardProps } from './types.ts'

const FORBIDDEN = 403
const GHOSTS = [0, 1, 2]

export interface ColumnViewProps<C extends BoardCard> extends Pick<BoardProps<C>, 'queryKey' | 'load' | 'sum'> {
  column: BoardColumn
  /** Hidden on a narrow screen, which shows one column at a time. */
  hidden: boolean
  /** Drop state for the dragged card: over this column, allowed, or not allowed. */
  state: 'over' | 'open' | 'barred' | undefined
  counted: (column: string, count: string) => void
  children: (card: C, first: boolean) => ReactNode
}

/** One column with its cards, loaded page by page. */
export function ColumnView<C extends BoardCard>({ queryKey, load, sum, column, hidden, state, counted, children }: ColumnViewProps<C>) {
  const say = useMessages()
  const { language } = useT()
  const heading = useId()
  const { setNodeRef, isOver } = useDroppable({ id: column.id, disabled: state === 'barred' })
  const query = useInfiniteQuery<BoardPage<C>, Error, Loaded<C>, typeof queryKey, string | undefined>({
    queryKey: [...queryKey, column.id],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => load(column.id, { after: pageParam, signal }),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const cards = getCards(query.data)
  const [first] = query.data?.pages ?? []
  const rest = query.hasNextPage && first !== undefined && (first.more || cards.length < first.total)
  const count = first ? `${first.total.toLocaleString(language)}${first.more ? '+' : ''}` : ''
  useEffect(() => counted(column.id, count), [counted, column.id, count])
  const look = ['board-column', state && `is-${state}`, isOver && state === 'open' && 'is-over']
  return (
    <section
      ref={setNodeRef}
      className={look.filter(Boolean).join(' ')}
      aria-labelledby={heading}
      aria-busy={query.isFetching}
      data-column={column.id}
      hidden={hidden}
    >
      <header className="board-head">
        <h2 id={heading}>
          {column.mark ?? column.title}
          {count !== '' && (
            <span className="board-count num">
              <span className="sr-only">, {say('items', { count })}</span>
              <span aria-hidden>{count}</span>
            </span>
          )}
        </h2>
        {sum && first && !rest && cards.length > 0 && <div className="board-sum quiet small">{sum(cards)}</div>}
      </header>
      {state === 'barred' && <p className="board-barred small">{say('cannot')}</p>}
      {query.isPending && <Ghosts />}
      {query.isError && !query.isFetching && <Trouble error={query.error} again={() => void query.refetch()} />}
      {first && cards.length === 0 && !query.isError && <p className="board-empty quiet">{say('empty')}</p>}
      {cards.length > 0 && <ul className="board-cards">{cards.map((card, i) => children(card, i === 0))}</ul>}
      {rest && (
        <Button
          fill
          variant="minimal"
          loading={query.isFetchingNextPage}
          aria-label={say('moreOf', { column: column.title })}
          onClick={() => void query.fetchNextPage()}
        >
          {say('more')}
        </Button>
      )}
    </section>
  )
}

function Ghosts() {
  const say = useMessages()
  return (
    <div role="status" aria-label={say('loading')}>
      {GHOSTS.map((n) => (
        <div key={n} className="board-ghost bp6-skeleton" />
      ))}
    </div>
  )
}

function Trouble({ error, again }: { error: unknown; again: () => void }) {
  const say = useMessages()
  const forbidden = error instanceof ApiError && error.status === FORBIDDEN
  return (
    <div role="alert" className="board-trouble">
      <p>
        {forbidden && <Lock aria-hidden />} <strong>{say(forbidden ? 'noRight' : 'failed')}</strong>
      </p>
      {failureLines(error).map((line) => (
        <p key={line} className="small">
          {line}
        </p>
      ))}
      {!forbidden && (
        <Button size="small" onClick={again}>
          {say('again')}
        </Button>
      )}
    </div>
  )
}
