import { Button, Card, FormGroup, HTMLSelect, Spinner } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import type { Option } from 'stoa/api-types'
import {
  adminPath,
  api,
  can,
  CardTable,
  Empty,
  forget,
  go,
  LoadError,
  notifyFailure,
  notifySuccess,
  optionsQuery,
  PageHeader,
  useResource,
  useT,
  postOnce,
} from 'stoa/admin'
import type { Suggestion } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { SuggestRow, type Choice } from './row.tsx'
import './suggest.css'
import { useSuggestTexts } from './messages.ts'

/** Reorder suggestions, and a button that creates draft orders for them. */
export default function Suggest() {
  const say = useMessages()
  const suggestText = useSuggestTexts()
  const { language } = useT()
  const resource = useResource('po')
  const [changed, setChanged] = useState<Record<number, Choice>>({})
  const [warehouse, setWarehouse] = useState('')
  const [busy, setBusy] = useState(false)
  const key = useRef(crypto.randomUUID())
  const form = useId()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['po', 'suggest', language],
    queryFn: () => api<{ data: Suggestion[] }>('po/suggest', { query: { language } }),
  })
  const { data: warehouses = [] } = useQuery(optionsQuery('warehouse', {}, language))
  const rows = data?.data ?? []
  const mayOrder = resource !== undefined && can(resource, 'create')
  const getChoice = (s: Suggestion): Choice =>
    changed[s.stock_id] ?? { take: s.supplier_id !== null, supplier: s.supplier_id, quantity: String(s.quantity) }
  const selectedRows = rows.map((s) => ({ s, choice: getChoice(s) })).filter(({ choice }) => choice.take && choice.supplier !== null)
  const suppliers = new Set(selectedRows.map(({ choice }) => choice.supplier))
  const target = warehouse || String(warehouses[0]?.value ?? '')
  const ready = selectedRows.length > 0 && target !== ''
  const order = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || !ready || !mayOrder) return
    setBusy(true)
    try {
      const { data: made } = await postOnce<{ data: { id: number; number: string }[] }>(
        'po/suggest',
        {
          warehouse_id: Number(target),
          lines: selectedRows.map(({ s, choice }) => ({
            stock_id: s.stock_id,
            supplier_id: choice.supplier,
            quantity: Number(choice.quantity),
          })),
        },
        key.current,
      )
      forget('po')
      notifySuccess(
        suggestText('draftsMade'),
        made.map((order) => order.number),
      )
      const [only] = made
      go(adminPath(made.length === 1 && only ? `po/${only.id}` : 'po'))
    } catch (error) {
      key.current = crypto.randomUUID()
      notifyFailure(say('postFail'), error, (field) => selectedRows[Number(/^lines\.(\d+)\./.exec(field)?.[1])]?.s.name ?? field)
      void refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageHeader
        title={suggestText('suggest')}
        crumbs={resource ? [{ label: resource.plural, to: adminPath(resource.path) }] : []}
        actions={
          mayOrder &&
          rows.length > 0 && (
            <Button type="submit" form={form} intent="primary" loading={busy} disabled={!ready}>
              {suggestText('makeDrafts', { count: suppliers.size })}
            </Button>
          )
        }
      />
      <p className="quiet">{suggestText('suggestHow')}</p>
      {isPending && <Spinner aria-label={say('loading')} />}
      {error && !data && <LoadError error={error} retry={refetch} />}
      {data && rows.length === 0 && (
        <Empty
          icon={<Tick size={32} aria-hidden />}
          title={suggestText('nothingLow')}
          action={mayOrder && <Button onClick={() => go(adminPath('po/create'))}>{suggestText('orderAnyway')}</Button>}
        />
      )}
      {rows.length > 0 && (
        <Card compact className="po-suggest">
          <form id={form} onSubmit={(event) => void order(event)}>
            <FormGroup label={say('deliverTo')} labelFor="po-suggest-warehouse" inline>
              <HTMLSelect
                id="po-suggest-warehouse"
                value={target}
                onChange={(event) => setWarehouse(event.target.value)}
                options={warehouses.map((w: Option) => ({ value: String(w.value), label: w.label }))}
              />
            </FormGroup>
            <CardTable
              caption={suggestText('suggest')}
              heads={[
                { label: suggestText('take'), unseen: true },
                say('item'),
                { label: suggestText('available'), end: true },
                { label: say('incoming'), end: true },
                { label: suggestText('threshold'), end: true },
                { label: suggestText('sold'), end: true },
                say('supplier'),
                say('quantity'),
              ]}
            >
              {rows.map((s) => (
                <SuggestRow
                  key={s.stock_id}
                  suggestion={s}
                  choice={getChoice(s)}
                  change={(next) => setChanged({ ...changed, [s.stock_id]: { ...getChoice(s), ...next } })}
                />
              ))}
            </CardTable>
          </form>
        </Card>
      )}
    </>
  )
}
