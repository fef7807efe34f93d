import { Button, FormGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { DocumentCard, api, FindBox } from 'stoa/admin'
import { fullName } from 'stoa/plugins/people/admin'
import { useMessages } from '../order-view/messages.ts'
import { ChoiceField, TextField } from '../shared/fields.tsx'
import { type Customer, getPerson, type OrderForm } from './form.ts'

const languages = [
  { value: 'en-US', label: 'English' },
  { value: 'zh-HK', label: '繁體中文' },
  { value: 'zh-CN', label: '简体中文' },
]

interface Props {
  form: OrderForm
  set: (change: Partial<OrderForm>) => void
}

/** The buyer: an existing account, a new customer, or a walk-in. */
export function CustomerPart({ form, set }: Props) {
  const say = useMessages()
  const id = useId()
  const { person } = form
  const field = (name: keyof OrderForm['person'], label: string) => (
    <TextField label={label} value={person[name]} onChange={(value) => set({ person: { ...person, [name]: value } })} />
  )
  return (
    <DocumentCard title={say('who')}>
      {form.customer_id !== null ? (
        <p>
          {fullName(person.first_name, person.last_name)} · {person.email} <span className="quiet small">{say('known')}</span>{' '}
          <Button size="small" onClick={() => set({ customer_id: null })}>
            {say('clear')}
          </Button>
        </p>
      ) : (
        <>
          <FormGroup label={say('findCustomer')} labelFor={id}>
            <FindBox<Customer>
              id={id}
              label={say('findCustomer')}
              least={2}
              queryKey={['order', 'customers']}
              ask={async (q) => (await api<{ data: Customer[] }>('order/customers', { query: { q } })).data}
              draw={(c) => ({
                key: c.id,
                text: fullName(c.first_name, c.last_name),
                aside: [c.email, c.phone].filter(Boolean).join(' · '),
              })}
              take={(c) => set({ customer_id: c.id, person: { email: c.email, ...getPerson(c) } })}
            />
          </FormGroup>
          <h3>{say('newCustomer')}</h3>
          <div className="order-fields">
            {field('first_name', say('firstName'))}
            {field('last_name', say('lastName'))}
            {field('email', say('email'))}
            {field('country_code', say('countryCode'))}
            {field('phone', say('phone'))}
          </div>
        </>
      )}
      <ChoiceField label={say('language')} value={form.language} onChange={(language) => set({ language })} options={languages} />
    </DocumentCard>
  )
}
