import { Card, Checkbox, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { api, useSession, useT } from 'stoa/admin'
import { BookingField } from './booking-field.tsx'
import { useMessages } from './messages.ts'
import type { NewBooking } from './use-make-booking.ts'

/** Customer, payment, and whether the guest is present. */
export function BookingBuyer({ booking }: { booking: NewBooking }) {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const { form, change, labels, errors } = booking
  // Without permission to write orders, payment is left open.
  const { data: ways } = useQuery({
    queryKey: ['order', 'ways', language],
    queryFn: ({ signal }) => api<{ payment: { code: string; title: string }[] }>('order/ways', { signal }),
    retry: false,
    enabled: me.role.permission_list.includes('create order'),
  })
  const field = (name: 'first_name' | 'last_name' | 'email', more: object = {}) => (
    <BookingField label={labels[name]} name={name} errors={errors}>
      {(id) => (
        <InputGroup
          id={id}
          value={form[name]}
          maxLength={name === 'email' ? 255 : 120}
          autoComplete="off"
          onValueChange={(value) => change({ [name]: value })}
          {...more}
        />
      )}
    </BookingField>
  )
  return (
    <Card compact className="gap-below">
      <div className="booking-pair">
        {field('first_name')}
        {field('last_name')}
      </div>
      {field('email', { type: 'email' })}
      <BookingField label={say('comment')}>
        {(id) => (
          <TextArea
            id={id}
            fill
            maxLength={2_000}
            value={form.comment}
            onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
          />
        )}
      </BookingField>
      {ways && (
        <BookingField label={say('payBy')} name="payment_method" errors={errors}>
          {(id) => (
            <HTMLSelect
              id={id}
              fill
              value={form.payment_method}
              onChange={({ currentTarget }) => change({ payment_method: currentTarget.value })}
              options={[{ value: '', label: say('payAtDesk') }, ...ways.payment.map(({ code, title }) => ({ value: code, label: title }))]}
            />
          )}
        </BookingField>
      )}
      <p className="quiet small">{say(form.payment_method === '' ? 'money' : 'moneyOrder')}</p>
      <Checkbox
        size="large"
        checked={form.here}
        label={say('here')}
        onChange={({ currentTarget }) => change({ here: currentTarget.checked })}
      />
    </Card>
  )
}
