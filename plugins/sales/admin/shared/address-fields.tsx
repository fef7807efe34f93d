import { FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { useId } from 'react'
import { countryName, useT } from 'stoa/admin'
import { useMessages } from '../order-view/messages.ts'
import type { Address } from '../order-view/types.ts'

const countries = ['HKG', 'MAC', 'CHN', 'TWN', 'SGP', 'MYS']

/** The fields of a delivery address. */
export function AddressFields({ address, set }: { address: Address; set: (address: Address) => void }) {
  const say = useMessages()
  const { language } = useT()
  const id = useId()
  const field = (name: 'first_name' | 'last_name' | 'contact_number', label: string) => (
    <FormGroup label={label} labelFor={`${id}-to-${name}`}>
      <InputGroup id={`${id}-to-${name}`} value={address[name]} onValueChange={(value) => set({ ...address, [name]: value })} />
    </FormGroup>
  )
  return (
    <>
      <div className="order-fields">
        {field('first_name', say('firstName'))}
        {field('last_name', say('lastName'))}
        {field('contact_number', say('contact'))}
        <FormGroup label={say('country')} labelFor={`${id}-country`}>
          <HTMLSelect
            id={`${id}-country`}
            fill
            value={address.country}
            onChange={(event) => set({ ...address, country: event.target.value })}
            options={countries.map((value) => ({ value, label: countryName(value, language) }))}
          />
        </FormGroup>
      </div>
      <FormGroup label={say('address')} labelFor={`${id}-address`}>
        <TextArea
          id={`${id}-address`}
          fill
          rows={2}
          value={address.address}
          onChange={(event) => set({ ...address, address: event.target.value })}
        />
      </FormGroup>
    </>
  )
}
