import { useEffect } from 'react'
import { useT, NamePair } from 'stoa/store'
import { fullName, useMe } from 'stoa/plugins/people/store'
import type { Address } from 'stoa/plugins/people'
import { useAddressBook } from './address-book.ts'
import { CheckField, ChoiceField, SelectField, TextField, useForm } from './fields.tsx'
import type { CheckoutForm } from './form-state.ts'

const NEW = 'new'

/** Form fields filled from an address of the address book. */
const filled = (address: Address): Partial<CheckoutForm> => ({
  first_name: address.first_name,
  last_name: address.last_name,
  country: address.country,
  contact_number: address.contact_number,
  address: address.address,
})

/** Fills the form from an address of the address book, or clears it for a new address. */
const fill = (set: ReturnType<typeof useForm>['set'], address: Address | undefined) => {
  const fields: Partial<CheckoutForm> = address ? filled(address) : { address: '', contact_number: '' }
  for (const [name, value] of Object.entries(fields)) set(name as keyof CheckoutForm, value)
  set('other_receiver', false)
}

/** Delivery address, from the address book or entered, and the billing address. */
export const AddressPart = ({ guest, countries }: { guest: boolean; countries: [string, string][] }) => {
  const t = useT()
  const { form, set } = useForm()
  const book = useAddressBook(guest)
  const me = useMe()
  // The default address is filled in once the address book is loaded, but never over typed input.
  const untouched = form.saved_address === '' && form.address === ''
  useEffect(() => {
    const first = book?.find((address) => address.default_shipping) ?? book?.[0]
    if (!first || !untouched) return
    set('saved_address', String(first.id))
    fill(set, first)
  }, [book, untouched, set])
  // Without an address the name comes from the account.
  const nameless = form.first_name === '' && form.last_name === ''
  useEffect(() => {
    if (!me || !nameless) return
    set('first_name', me.first_name ?? '')
    set('last_name', me.last_name ?? '')
    if (me.phone) set('contact_number', me.phone)
    // Only once, when the account is known: an emptied field stays empty.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [me])
  if (book === null) return <output className="loading">{t('shell.loading')}</output>
  const isSaved = book.some(({ id }) => String(id) === form.saved_address)
  return (
    <>
      <h3>{t('sales.step.delivery')}</h3>
      {book.length > 0 && (
        <ChoiceField
          name="saved_address"
          legend={t('sales.step.delivery')}
          onChoose={(code) =>
            fill(
              set,
              book.find(({ id }) => String(id) === code),
            )
          }
          choices={[
            ...book.map((address) => ({
              code: String(address.id),
              title: fullName(address.first_name, address.last_name),
              description: [address.address, address.contact_number].join(' · '),
            })),
            { code: NEW, title: t('sales.other_address'), description: '' },
          ]}
        />
      )}
      {!isSaved && <AddressFields guest={guest} />}
      <CheckField name="billing_same" label={t('sales.field.billing_same')} />
      {!form.billing_same && <BillingFields countries={countries} />}
    </>
  )
}

const AddressFields = ({ guest }: { guest: boolean }) => {
  const t = useT()
  const { form } = useForm()
  return (
    <>
      {!guest && (
        <NamePair
          given={<TextField name="first_name" label={t('sales.field.first_name')} autoComplete="shipping given-name" />}
          family={<TextField name="last_name" label={t('sales.field.last_name')} autoComplete="shipping family-name" />}
        />
      )}
      <TextField name="address" label={t('sales.field.address')} autoComplete="shipping street-address" rows={3} />
      {guest ? (
        <>
          <CheckField name="other_receiver" label={t('sales.field.other_receiver')} />
          {form.other_receiver && (
            <>
              <NamePair
                given={<TextField name="receiver_first_name" label={t('sales.field.first_name')} />}
                family={<TextField name="receiver_last_name" label={t('sales.field.last_name')} />}
              />
              <DeliveryNumber optional hint={t('sales.field.contact_number_hint')} />
            </>
          )}
        </>
      ) : (
        <>
          <DeliveryNumber />
          <CheckField name="keep_address" label={t('sales.field.keep_address')} />
        </>
      )}
    </>
  )
}

const DeliveryNumber = (more: { optional?: boolean; hint?: string }) => {
  const t = useT()
  return (
    <TextField
      name="contact_number"
      label={t('sales.field.contact_number')}
      type="tel"
      autoComplete="shipping tel"
      inputMode="tel"
      {...more}
    />
  )
}

const BillingFields = ({ countries }: { countries: [string, string][] }) => {
  const t = useT()
  return (
    <fieldset className="sub-form">
      <legend>{t('sales.billing')}</legend>
      <NamePair
        given={<TextField name="billing_first_name" label={t('sales.field.first_name')} autoComplete="billing given-name" />}
        family={<TextField name="billing_last_name" label={t('sales.field.last_name')} autoComplete="billing family-name" />}
      />
      <SelectField name="billing_country" label={t('sales.field.country')} autoComplete="billing country" options={countries} />
      <TextField name="billing_address" label={t('sales.field.address')} autoComplete="billing street-address" rows={3} />
      <TextField
        name="billing_contact_number"
        label={t('sales.field.contact_number')}
        type="tel"
        inputMode="tel"
        autoComplete="billing tel"
      />
    </fieldset>
  )
}
