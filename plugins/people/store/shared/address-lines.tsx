import { useEffect, useState } from 'react'
import { loadCountries, useShop, type CountryNames } from 'stoa/store'
import { fullName } from '../../domain/full-name.ts'
import type { Address } from '../../index.ts'

/** Country names, once loaded. */
export const useCountryNames = (): CountryNames => {
  const { language } = useShop()
  const [names, setNames] = useState<CountryNames>({})
  useEffect(() => {
    void loadCountries(language).then(setNames)
  }, [language])
  return names
}

/** A formatted postal address. */
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
