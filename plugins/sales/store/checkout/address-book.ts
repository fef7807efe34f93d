import { useEffect, useState } from 'react'
import { useShop, type Shop } from 'stoa/store'
import type { Address } from 'stoa/plugins/people'
import type { AddressInput } from '../../api-types.ts'

/** The address book of the signed-in customer; null while loading, empty for guests and on failure. */
export const useAddressBook = (guest: boolean): Address[] | null => {
  const { call, language } = useShop()
  const [book, setBook] = useState<Address[] | null>(guest ? [] : null)
  useEffect(() => {
    if (guest) return
    call.get<{ data: Address[] }>('/api/address', { language }).then(
      ({ data }) => setBook(data),
      () => setBook([]),
    )
  }, [call, language, guest])
  return book
}

/** Saves an address in the address book. The order is placed already, so a failure is ignored. */
export const keepAddress = async (call: Shop['call'], { area: _, ...address }: AddressInput): Promise<void> => {
  await call.post('/api/address', { ...address, default_shipping: true, default_billing: false }).catch(() => undefined)
}
