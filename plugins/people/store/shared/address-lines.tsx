import { useEffect, useState } from 'react'
import { loadCountries, useShop, type CountryNames } from 'stoa/store'
import { fullName } from '../../domain/full-name.ts'
import type { Address } from '../../index.ts'

/** Names of countries, once they are here. */
export const useCountryNames = (): CountryNames => {
  const { language } = useShop()
  const [names, setNames] = useState<CountryNames>({})
  useEffect(() => {
    void loadCountries(language).then(setNames)
  }, [language])
  return names
}

/** An address as it is written on a parcel. */
export const AddressLines = ({ address, names }: { address: Address; names: CountryNames }) => (
  <address className="account-address">
    {fullName(address.first_name, address.last_name)}
    <br />
    <span className="as-typed">{address.address}</span>
    <br />
    {names[address.country] ?? address.country}
    <br />
    {address.contact_number}
  </address>
)
