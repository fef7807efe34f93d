import { Button, Card, FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { Plus, Search, Tick } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { api, notify, notifyFailure, useDebounced, useT } from 'stoa/admin'
import type { LabelsByCode, LabelStock, LabelStocks } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { withOneMore, withStocks, type Chosen } from './choice.ts'

const ASK_AFTER_MS = 250

interface Props {
  chosen: readonly Chosen[]
  change: (chosen: Chosen[]) => void
}

/** Adds stocks by search, by scan, or from pasted codes. */
export function Picker({ chosen, change }: Props) {
  const say = useMessages()
  const { language } = useT()
  const client = useQueryClient()
  const [query, setQuery] = useState('')
  const debouncedQuery = useDebounced(query, ASK_AFTER_MS)
  const [pasting, setPasting] = useState(false)
  const toQuery = (q: string) => ({
    queryKey: ['label-stocks', 'search', q, language],
    queryFn: () => api<LabelStocks>('product/label', { query: { q, language } }),
  })
  const { data } = useQuery({ ...toQuery(debouncedQuery), placeholderData: keepPreviousData })
  const chosenIds = new Set(chosen.map((c) => c.stock.id))

  /** Scanners end with Enter. Each scan adds one label. */
  const scan = async (event: SyntheticEvent) => {
    event.preventDefault()
    const code = query.trim()
    if (code === '') return
    const found = await client.fetchQuery(toQuery(code)).catch(() => undefined)
    const exact = found?.data.find((s) => [s.sku, s.code].some((c) => c.toLowerCase() === code.toLowerCase()))
    if (!exact) return
    change(withOneMore(chosen, exact))
    setQuery('')
  }

  return (
    <Card compact className="labels-card">
      <form onSubmit={(event) => void scan(event)}>
        <FormGroup label={say('find')} labelFor="label-find" helperText={say('findHint')}>
          <InputGroup
            id="label-find"
            type="search"
            autoComplete="off"
            leftElement={
              <span className="labels-glass">
                <Search aria-hidden />
              </span>
            }
            value={query}
            onValueChange={setQuery}
          />
        </FormGroup>
      </form>
      <ul className="labels-found" aria-label={say('found')}>
        {data?.data.map((stock) => (
          <li key={stock.id}>
            <div className="labels-name">
              <span>{stock.name}</span>
              <span className="quiet small">{[stock.options, stock.code].filter(Boolean).join(' · ')}</span>
            </div>
            <Button
              variant="minimal"
              disabled={chosenIds.has(stock.id)}
              icon={chosenIds.has(stock.id) ? <Tick aria-hidden /> : <Plus aria-hidden />}
              aria-label={chosenIds.has(stock.id) ? say('added') : say('add', { name: `${stock.name} ${stock.options}`.trim() })}
              onClick={() => change(withStocks(chosen, [stock]))}
            />
          </li>
        ))}
        {data?.data.length === 0 && <li className="quiet">{say('nothing')}</li>}
      </ul>
      {pasting ? (
        <Paste add={(stocks) => change(withStocks(chosen, stocks))} close={() => setPasting(false)} />
      ) : (
        <Button variant="minimal" size="small" onClick={() => setPasting(true)}>
          {say('paste')}
        </Button>
      )}
    </Card>
  )
}

function Paste({ add, close }: { add: (stocks: LabelStock[]) => void; close: () => void }) {
  const say = useMessages()
  const { language } = useT()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const codes = text.split(/[\n,;\t]+/).map((c) => c.trim())
      const answer = await api<LabelsByCode>('product/label/codes', {
        method: 'POST',
        body: { codes: codes.filter(Boolean), language },
      })
      add(answer.data)
      setText(answer.missing.join('\n'))
      if (answer.missing.length > 0) notify({ intent: 'warning', title: say('pasteMissing'), lines: answer.missing.slice(0, 10) })
      else close()
    } catch (error) {
      notifyFailure(say('fail'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <FormGroup label={say('paste')} labelFor="label-paste" helperText={say('pasteHint')}>
        <TextArea id="label-paste" fill rows={4} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </FormGroup>
      <Button type="submit" loading={busy} disabled={text.trim() === ''}>
        {say('pasteAdd')}
      </Button>
    </form>
  )
}
