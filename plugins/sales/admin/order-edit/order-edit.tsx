import { Button, Spinner } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Row } from 'stoa/api-types'
import {
  adminPath,
  api,
  DocumentColumns,
  go,
  isMissing,
  LoadError,
  notifyFailure,
  notifySuccess,
  PageHeader,
  useMissing,
  useResource,
  useSession,
  postOnce,
} from 'stoa/admin'
import '../order-view/order-view.css'
import '../shared/order-dialog.css'
import { orderChanged } from '../order-view/order-changed.ts'
import { useMessages } from '../order-view/messages.ts'
import type { FullOrder } from '../order-view/types.ts'
import { CustomerPart } from './customer-part.tsx'
import { DeliveryPart } from './delivery-part.tsx'
import { emptyForm, getForm, type OrderForm, toBody } from './form.ts'
import { GoodsPart } from './goods-part.tsx'
import './order-edit.css'

const getId = () => /\/edit\/(\d+)$/.exec(location.pathname)?.[1]

/** Editor of an order by staff: saved as a draft, or placed and paid at once or by a pay link. */
export default function OrderEdit() {
  const say = useMessages()
  const id = getId()
  const {
    data: full,
    error,
    refetch,
  } = useQuery({
    // The editor reads fresh data and never starts from a cached copy.
    queryKey: ['order-edit', id],
    queryFn: () => api<FullOrder>(`order/${id}/view`),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })
  const resource = useResource('order')
  useMissing(error, adminPath(resource?.path ?? 'order'))
  // A placed order is changed on its own page.
  const isPlaced = full !== undefined && full.order.status !== 'draft'
  useEffect(() => {
    if (isPlaced) go(adminPath(`order/${id}`))
  }, [id, isPlaced])
  if (error && !isMissing(error)) return <LoadError error={error} retry={refetch} />
  if (isPlaced || (id !== undefined && !full)) return <Spinner aria-label={say('loading')} />
  return <Editor full={full} />
}

type SaveAction = 'draft' | 'place' | 'paid' | 'link'

function Editor({ full }: { full: FullOrder | undefined }) {
  const say = useMessages()
  const { me, manifest } = useSession()
  const resource = useResource('order')
  const client = useQueryClient()
  const [form, setForm] = useState<OrderForm>(() => (full ? getForm(full) : emptyForm(manifest.site.main_language)))
  const [saved, setSaved] = useState(full?.order.id)
  const [busy, setBusy] = useState<SaveAction>()
  const key = useRef(crypto.randomUUID())
  const set = (change: Partial<OrderForm>) => setForm((before) => ({ ...before, ...change }))
  const may = (right: string) => me.role.permission_list.includes(right)
  const run = async (action: SaveAction) => {
    setBusy(action)
    try {
      const order =
        saved === undefined
          ? await postOnce<Row>('order', toBody(form), key.current)
          : await api<Row>(`order/${saved}`, { method: 'PUT', body: toBody(form) })
      setSaved(order.id)
      if (action !== 'draft') await api(`order/${order.id}/place`, { method: 'POST', body: {} })
      if (action === 'paid') await api(`order/${order.id}/payment`, { method: 'POST', body: {} })
      if (action === 'link') await api(`order/${order.id}/pay_link`, { method: 'POST', body: { send: true } })
      notifySuccess(say('saved'))
      await orderChanged(client, order.id)
      go(adminPath(`order/${order.id}`))
    } catch (error) {
      key.current = crypto.randomUUID()
      notifyFailure(say('createFail'), error, (field) => {
        const at = /^lines\.(\d+)\./.exec(field)?.[1]
        if (field.startsWith('choices.')) return say('discount')
        return at === undefined ? field : (form.lines[Number(at)]?.name ?? field)
      })
      setBusy(undefined)
    }
  }
  const button = (action: SaveAction, label: string, primary = false) => (
    <Button
      key={action}
      intent={primary ? 'primary' : 'none'}
      loading={busy === action}
      disabled={busy !== undefined && busy !== action}
      onClick={() => void run(action)}
    >
      {label}
    </Button>
  )
  const place = may('place order') && form.lines.length > 0
  return (
    <>
      <PageHeader
        title={full ? say('editTitle', { number: full.order.order_number }) : say('createTitle')}
        crumbs={resource ? [{ label: resource.plural, to: adminPath(resource.path) }] : []}
        actions={
          <>
            {button('draft', say('keepDraft'))}
            {place && button('place', say('placeOrder'), !may('pay order'))}
            {place && may('pay order') && form.person.email !== '' && button('link', say('placeLink'))}
            {place && may('pay order') && button('paid', say('placePaid'), true)}
          </>
        }
      />
      <DocumentColumns
        className="order-edit"
        main={<GoodsPart form={form} set={set} currency={full?.order.currency ?? manifest.site.currency} />}
        side={
          <>
            <CustomerPart form={form} set={set} />
            <DeliveryPart form={form} set={set} />
          </>
        }
      />
    </>
  )
}
