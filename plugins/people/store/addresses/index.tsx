import { useState } from 'react'
import { announce, Confirm, failureTexts, notify, servedCountries, useShop, NamePair, type ScreenContext } from 'stoa/store'
import { Area, Field, Form, Select, Tick, type Values } from 'stoa/store/form'
import type { Address, AddressBook } from '../../api-types.ts'
import { AddressLines, useCountryNames } from '../shared/address-lines.tsx'

export const load = ({ call, language }: ScreenContext): Promise<AddressBook> => call.get<AddressBook>('/api/address', { language })

interface EditProps {
  address: Address | undefined
  send: (values: Values) => Promise<void>
  cancel: () => void
}

const Edit = ({ address, send, cancel }: EditProps) => {
  const { t, shell } = useShop()
  const names = useCountryNames()
  const { supported_countries: served } = shell.settings.basic
  const countries = servedCountries(names, served)
  const quiet = (
    <button type="button" className="button button-quiet" onClick={cancel}>
      {t('people.cancel')}
    </button>
  )
  // A select keeps its value only while it has the option.
  if (countries.length === 0) return null
  return (
    <Form send={send} button={t('people.save')} more={quiet}>
      <NamePair
        given={<Field name="first_name" label={t('people.first_name')} defaultValue={address?.first_name} autoComplete="given-name" />}
        family={<Field name="last_name" label={t('people.last_name')} defaultValue={address?.last_name} autoComplete="family-name" />}
      />
      <Select
        name="country"
        label={t('people.country')}
        options={countries}
        defaultValue={address?.country ?? served[0] ?? 'HKG'}
        autoComplete="country-name"
      />
      <Area name="address" label={t('people.address')} defaultValue={address?.address} maxLength={1_000} autoComplete="street-address" />
      <Field
        name="contact_number"
        label={t('people.contact_number')}
        type="tel"
        defaultValue={address?.contact_number}
        autoComplete="tel"
      />
      <Tick name="default_shipping" label={t('people.default_shipping')} checked={address?.default_shipping ?? false} />
      <Tick name="default_billing" label={t('people.default_billing')} checked={address?.default_billing ?? false} />
    </Form>
  )
}

/** Address book, with a default shipping and a default billing address. */
export default function AddressesTab({ data }: { data: AddressBook | null }) {
  const { t, call, language } = useShop()
  const names = useCountryNames()
  const [list, setList] = useState(data?.data ?? [])
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)
  const open = list.find(({ id }) => id === editing)

  const send = async (values: Values) => {
    const body = { ...values, language }
    const now = open ? await call.put<Address>(`/api/address/${open.id}`, body) : await call.post<Address>('/api/address', body)
    const moved = list.some(
      (address) =>
        address.id !== now.id && ((address.default_shipping && now.default_shipping) || (address.default_billing && now.default_billing)),
    )
    setList((await call.get<AddressBook>('/api/address', { language })).data)
    setEditing(null)
    notify({ title: t('people.saved') })
    announce(t(moved ? 'people.default_moved' : 'people.saved'))
  }
  const remove = async (id: number) => {
    try {
      setList((await call.remove<AddressBook>(`/api/address/${id}`, { language })).data)
      announce(t('people.deleted'))
    } catch (error) {
      notify({ tone: 'danger', title: t('people.failed'), texts: failureTexts(error) })
    }
  }
  if (editing !== null) {
    return (
      <section className="account-part">
        <h2>{t(open ? 'people.edit_address' : 'people.add_address')}</h2>
        <Edit address={open} send={send} cancel={() => setEditing(null)} />
      </section>
    )
  }
  return (
    <>
      {list.length === 0 && <p className="muted">{t('people.no_address')}</p>}
      <ul className="account-cards">
        {list.map((address) => (
          <li key={address.id} className="account-card">
            <AddressLines address={address} names={names} />
            <p>
              {address.default_shipping && <span className="account-badge account-badge-good">{t('people.default_shipping')}</span>}{' '}
              {address.default_billing && <span className="account-badge account-badge-good">{t('people.default_billing')}</span>}
            </p>
            <button type="button" className="text-button" onClick={() => setEditing(address.id)}>
              {t('people.change')}
              <span className="visually-hidden"> {address.address}</span>
            </button>
            <button type="button" className="text-button" onClick={() => setLeaving(address.id)}>
              {t('people.delete')}
              <span className="visually-hidden"> {address.address}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" className="button" onClick={() => setEditing('new')}>
          {t('people.add_address')}
        </button>
      </p>
      <Confirm
        open={leaving !== null}
        question={t('people.delete_sure')}
        yes={t('people.delete')}
        no={t('people.cancel')}
        onAnswer={(sure) => {
          if (sure && leaving !== null) void remove(leaving)
          setLeaving(null)
        }}
      />
    </>
  )
}
