import { countryName, useT } from 'stoa/admin'
import { useMessages } from '../order-view/messages.ts'
import type { Address } from '../order-view/types.ts'
import { ChoiceField, RowsField, TextField } from './fields.tsx'

const countries = ['HKG', 'MAC', 'CHN', 'TWN', 'SGP', 'MYS']

/** The fields of a delivery address. */
export function AddressFields({ address, set }: { address: Address; set: (address: Address) => void }) {
  const say = useMessages()
  const { language } = useT()
  const field = (name: 'first_name' | 'last_name' | 'contact_number', label: string) => (
    <TextField label={label} value={address[name]} onChange={(value) => set({ ...address, [name]: value })} />
  )
  return (
    <>
      <div className="order-fields">
        {field('first_name', say('firstName'))}
        {field('last_name', say('lastName'))}
        {field('contact_number', say('contact'))}
        <ChoiceField
          fill
          label={say('country')}
          value={address.country}
          onChange={(country) => set({ ...address, country })}
          options={countries.map((value) => ({ value, label: countryName(value, language) }))}
        />
      </div>
      <RowsField label={say('address')} value={address.address} onChange={(text) => set({ ...address, address: text })} />
    </>
  )
}
