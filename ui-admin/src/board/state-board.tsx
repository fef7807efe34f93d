import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { useMemo, useState, type ReactNode } from 'react'
import type { ActionInfo, Page, ResourceInfo, Row } from 'stoa/api-types'
import { api } from '../api/client.ts'
import { failureLines } from '../api/failure.ts'
import { runAction } from '../api/resource.ts'
import { ActionRunner } from '../action/action-runner.tsx'
import { Money } from '../common/money.tsx'
import { rowPath } from '../common/paths.ts'
import { labelsFor } from '../form/labels.ts'
import { useT } from '../i18n/index.ts'
import type { ListState } from '../list/list-address.ts'
import { useSession } from '../state/session.ts'
import { StatusTag } from '../widgets/status/status-tag.tsx'
import { filtersBeside, movesFrom, type Offers, statusesShown } from './permitted-moves.ts'
import { added } from './amounts.ts'
import { Board } from './board.tsx'
import { useMessages } from './messages.ts'
import type { BoardAsk } from './types.ts'

const CARDS_AT_ONCE = 20

/** Props of a contribution at `<resource>.list.board`. */
export interface ListBoardProps {
  resource: ResourceInfo
  /** Search, order and filters of the list, which apply to the board too. */
  state: ListState
}

export interface StateBoardProps<R extends Row> extends ListBoardProps {
  /** Statuses in the order of the columns. */
  statuses: readonly string[]
  /** Additional fields that cards show. */
  fields: readonly string[]
  /** Display name of a row. */
  getName: (row: R) => string
  renderCard: (row: R) => ReactNode
  /** Whether a permitted transition makes sense for a row. */
  offers?: Offers<R>
  /** Amount of a row in the base currency, for the total of a column. */
  getAmount?: (row: R) => string
}

/** A transition that waits for the user's choice or input. */
interface PendingTransition {
  id: number
  moves: ActionInfo[]
  settle?: (moved: boolean) => void
  fail?: (reason: unknown) => void
}

const isPlain = (move: ActionInfo) => !move.confirm && !move.input?.length

/** A board with one column per status. Moving a card makes the transition between the statuses. */
export function StateBoard<R extends Row>({
  resource,
  state,
  statuses,
  fields,
  getName,
  renderCard,
  offers,
  getAmount,
}: StateBoardProps<R>) {
  const { language } = useT()
  const { manifest } = useSession()
  const [pendingTransition, setPendingTransition] = useState<PendingTransition>()
  const { status = '' } = resource
  const { q, sort, filters } = state
  const extra = fields.join()
  const params = useMemo(
    () => ({ language, q, sort, ...filtersBeside(resource, filters), fields: extra, limit: CARDS_AT_ONCE }),
    [language, q, sort, resource, filters, extra],
  )
  const visibleStatuses = statusesShown(resource, statuses, filters)
  const words = resource.columns.find((column) => column.name === status)?.options ?? []
  const getTitle = (word: string) => words.find(({ value }) => value === word)?.label ?? word
  const columns = visibleStatuses.map((word) => {
    const title = getTitle(word)
    return { id: word, title, mark: <StatusTag word={word} label={title} /> }
  })
  const load = async (word: string, { after, signal }: BoardAsk) => {
    const page = await api<Page<R>>(resource.name, { query: { ...params, [status]: word, ...(after ? { after } : {}) }, signal })
    const { data, total, more, next } = page
    return { cards: data, total, ...(more ? { more } : {}), ...(next ? { next } : {}) }
  }
  const getTransitions = (row: R, from: string) => movesFrom(resource, row, from, offers)
  const ask = ({ id }: R, moves: ActionInfo[]) =>
    new Promise<boolean>((settle, fail) => {
      setPendingTransition({ id, moves, settle, fail })
    })
  const run = async (row: R, moves: ActionInfo[]): Promise<boolean> => {
    const [move] = moves
    if (!move || moves.length > 1 || !isPlain(move)) return ask(row, moves)
    await runAction(resource.name, { id: row.id }, move.name, {})
    return true
  }
  return (
    <>
      <Board<R>
        label={resource.plural}
        columns={columns}
        queryKey={['board', resource.name, params]}
        load={load}
        renderCard={renderCard}
        getName={getName}
        getLink={(row) => rowPath(manifest, resource, row.id)}
        mayGo={(row, from, to) => getTransitions(row, from).some((move) => move.to === to)}
        {...(resource.actions.some((move) => move.to !== undefined)
          ? {
              move: async (row: R, from: string, to: string) => {
                try {
                  return await run(
                    row,
                    getTransitions(row, from).filter((move) => move.to === to),
                  )
                } catch (error) {
                  const getLabel = await labelsFor(error, resource)
                  throw getLabel ? new Error(failureLines(error, getLabel).join(' '), { cause: error }) : error
                }
              },
            }
          : {})}
        extras={(row, from) =>
          getTransitions(row, from)
            .filter((move) => !visibleStatuses.includes(move.to ?? ''))
            .map((move) => ({
              label: move.label,
              ...(move.intent === 'danger' ? { intent: move.intent } : {}),
              run: () => setPendingTransition({ id: row.id, moves: [move] }),
            }))
        }
        {...(getAmount ? { sum: (rows) => <Money value={added(rows.map(getAmount))} /> } : {})}
      />
      {pendingTransition && (
        <Question
          resource={resource}
          pendingTransition={pendingTransition}
          getTitle={getTitle}
          close={() => setPendingTransition(undefined)}
        />
      )}
    </>
  )
}

interface QuestionProps {
  resource: ResourceInfo
  pendingTransition: PendingTransition
  getTitle: (status: string) => string
  close: () => void
}

/** Asks which transition is meant, then shows its confirmation or input dialog, as the view of the document does. */
function Question({ resource, pendingTransition: { id, moves, settle, fail }, getTitle, close }: QuestionProps) {
  const say = useMessages()
  const [chosen, setChosen] = useState(moves.length === 1 ? moves[0] : undefined)
  const end = () => {
    close()
    // The result was reported already.
    settle?.(false)
  }
  if (chosen)
    return (
      <ActionRunner
        resource={resource}
        action={chosen}
        ids={[id]}
        batch={false}
        close={end}
        done={() => settle?.(true)}
        {...(fail ? { refused: fail } : {})}
      />
    )
  return (
    <Dialog isOpen onClose={end} title={say('which', { column: getTitle(moves[0]?.to ?? '') })}>
      <DialogBody>
        <div className="board-choices">
          {moves.map((move) => (
            <Button key={move.name} size="large" fill intent={move.intent ?? 'none'} onClick={() => setChosen(move)}>
              {move.label}
            </Button>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  )
}
