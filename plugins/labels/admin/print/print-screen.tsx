import { Button, Card, FormGroup, HTMLSelect, ProgressBar, SegmentedControl } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminPath, api, keepPreference, PageHeader, usePreference, useResource, useT } from 'stoa/admin'
import { findLayout, layouts, pageCount, countPerPage } from '../../domain/layouts.ts'
import type { LabelStock, LabelStocks } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { labelCount, withStocks, type Chosen } from './choice.ts'
import { ChosenTable } from './chosen-table.tsx'
import { LongPrint } from './long-print.tsx'
import { Picker } from './picker.tsx'
import { Preview } from './preview.tsx'
import './print.css'
import { type Kind, usePrint } from './use-print.ts'
import { WholeNumber } from './whole-number.tsx'

interface PaperSize {
  kind: Kind
  layout: string
}

/** Selection of stocks on the left, preview on the right. */
export default function PrintScreen() {
  const say = useMessages()
  const { language } = useT()
  const products = useResource('product')
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [start, setStart] = useState(1)
  const paper = usePreference<PaperSize>('labels', { kind: 'barcode', layout: layouts[0].id })
  const layout = findLayout(paper.layout) ?? layouts[0]
  const { kind } = paper
  const setPaper = (next: Partial<PaperSize>) => void keepPreference('labels', { ...paper, ...next })
  const from = Math.min(start, countPerPage(layout))
  const pages = pageCount(layout, from - 1, labelCount(chosen))
  const { print, cancel, done, run, leaveRun } = usePrint()
  useRequestedProducts((stocks) => setChosen((before) => withStocks(before, stocks)))
  return (
    <>
      <PageHeader title={say('print')} crumbs={products ? [{ label: products.plural, to: adminPath(products.path) }] : []} />
      <div className="labels">
        <div className="labels-left">
          <Picker chosen={chosen} change={setChosen} />
          <ChosenTable chosen={chosen} change={setChosen} />
        </div>
        <div className="labels-right">
          <Card compact className="labels-paper">
            <FormGroup label={say('kind')} className="labels-kind">
              <SegmentedControl
                aria-label={say('kind')}
                value={kind}
                onValueChange={(value) => setPaper({ kind: value as Kind })}
                options={[
                  { value: 'barcode', label: say('barcode') },
                  { value: 'qrcode', label: say('qrcode') },
                ]}
              />
            </FormGroup>
            <FormGroup label={say('layout')} labelFor="label-layout">
              <HTMLSelect
                id="label-layout"
                fill
                value={layout.id}
                onChange={(event) => setPaper({ layout: event.target.value })}
                options={layouts.map(({ id }) => ({ value: id, label: say(id) }))}
              />
            </FormGroup>
            {countPerPage(layout) > 1 && (
              <FormGroup label={say('start')} labelFor="label-start" helperText={say('startHint', { count: countPerPage(layout) })}>
                <WholeNumber id="label-start" value={from} max={countPerPage(layout)} change={setStart} />
              </FormGroup>
            )}
            <div className="labels-go">
              {run !== undefined ? (
                <LongPrint key={run} id={run} close={leaveRun} />
              ) : done === undefined ? (
                <>
                  <span className="quiet">{chosen.length > 0 && say('sum', { labels: labelCount(chosen), pages })}</span>
                  <Button
                    intent="primary"
                    icon={<Download aria-hidden />}
                    onClick={() => void print({ kind, chosen, layout: layout.id, start: from, language })}
                  >
                    {say('download')}
                  </Button>
                </>
              ) : (
                <>
                  <div className="labels-progress" role="status">
                    <span>{say('drawing', { page: Math.min(done + 1, pages), pages })}</span>
                    <ProgressBar intent="primary" value={pages > 0 ? done / pages : 0} aria-label={say('print')} />
                  </div>
                  <Button onClick={cancel}>{say('cancel')}</Button>
                </>
              )}
            </div>
          </Card>
          <Preview layout={layout} kind={kind} chosen={chosen} start={from - 1} setStart={(n) => setStart(n + 1)} />
        </div>
      </div>
    </>
  )
}

/** Adds the stocks of the products named in the URL. */
function useRequestedProducts(take: (stocks: LabelStock[]) => void): void {
  const products = new URLSearchParams(location.search).get('products') ?? ''
  const { language } = useT()
  const { data } = useQuery({
    queryKey: ['label-stocks', 'of', products, language],
    queryFn: () => api<LabelStocks>('product/label', { query: { products, language } }),
    enabled: /^\d+(,\d+)*$/.test(products),
  })
  useEffect(() => {
    if (data) take(data.data)
    // Runs once per response, not per render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
}
